"""
Long chains: each step goes on from the latest answer that leads anywhere.

Left alone, a state machine picks any answer of the scenario at random, which makes broad chains and hardly ever a long one. Links that no
chain has followed so far come first. There is no setting for this, so three methods are wrapped of the exact version of Schemathesis that `requirements.txt` names.
"""

import json

from schemathesis.generation.stateful import control, state_machine

Controller = control.TransitionController
ANY_TRANSITION, ANY_ROOT = Controller.allow_transition, Controller.allow_root_transition
ADD_RESULTS = state_machine.APIStateMachine._add_results_to_targets
LATEST = {}
"""The bundle of the latest answer that has links, by the identity of the scenario's controller; one scenario runs at a time."""


WANTED = set()
"""Names of links that come first. The same from the beginning of a round to its end, as Hypothesis expects."""


def onward(controller):
    """Where the latest answer leads to: pairs of operations."""
    bundle = LATEST.get(id(controller), "")
    source = bundle.partition(" -> ")[0]
    links = controller.transitions.operations[source].outgoing if bundle else []
    open_links = [link for link in links if f"{source} -> {link.status_code}" == bundle and ANY_TRANSITION(controller, source, link.target.label)]
    first = [link for link in open_links if link.full_name in WANTED]
    return {(source, link.target.label) for link in first or open_links}


def allow_transition(controller, source, target):
    ways = onward(controller)
    return (source, target) in ways if ways else ANY_TRANSITION(controller, source, target)


def allow_root(controller, source, bundles):
    return not onward(controller) and ANY_ROOT(controller, source, bundles)


def add_results(machine, targets, results):
    ADD_RESULTS(machine, targets, results)
    for result in results:
        bundle = result and machine._get_target_for_result(result)
        if bundle:
            name = state_machine.normalize_name(bundle)
            LATEST.clear()
            LATEST[id(machine.control)] = bundle
            for key in (bundle, name):
                if key in machine.bundles:
                    machine.bundles[key] = machine.bundles[key][-1:]


def install(wanted):
    WANTED.update(json.loads(wanted))
    Controller.allow_transition, Controller.allow_root_transition = allow_transition, allow_root
    state_machine.APIStateMachine._add_results_to_targets = add_results
    state_machine._ValidRuleFallbackFlags.is_enabled = lambda flags, name: True
