"""
Long chains: each step goes on from the latest answer that leads anywhere, and heads for links that nothing has followed.

Left alone, a state machine picks any answer of the scenario at random, which makes broad chains and hardly ever a long one, and hardly
ever comes to links whose source is itself two or three links away from where a chain can begin. So of the links that go on, those
come first from which the fewest steps lead to a wanted one, and of the operations that can begin, those that are nearest to one.
There is no setting for this: three methods are wrapped of the exact version of Schemathesis that `requirements.txt` names.
"""

import json
import math

from schemathesis.generation.stateful import control, state_machine

Controller = control.TransitionController
ANY_TRANSITION, ANY_ROOT = Controller.allow_transition, Controller.allow_root_transition
ADD_RESULTS = state_machine.APIStateMachine._add_results_to_targets
WANTED = set()
"""Names of links that come first. The same from the beginning of a round to its end, as Hypothesis expects."""


class Scenario:
    """One chain as far as it is; one runs at a time."""

    def __init__(self, controller):
        self.controller = controller
        self.bundle = ""
        """Of the latest answer that has links."""
        self.look_around()

    def look_around(self):
        """After each step, since no pair of operations is tried more than so often in a scenario."""
        self.links = [link for one in self.controller.transitions.operations.values() for link in one.outgoing
                      if ANY_TRANSITION(self.controller, link.source.label, link.target.label)]
        self.steps_from = steps_to_wanted(self.links)
        ahead = [link for link in self.links if f"{link.source.label} -> {link.status_code}" == self.bundle]
        self.ways = {(link.source.label, link.target.label) for link in nearest(ahead, self.steps_along)}
        """Where the latest answer leads to: pairs of operations."""
        self.beginnings = None

    def begins_with(self, root, bundles):
        """Whether this is among the roots that are nearest to a wanted link."""
        if self.beginnings is None:
            allowed = [one for one in self.controller.roots if ANY_ROOT(self.controller, one, bundles)]
            self.beginnings = set(nearest(allowed, lambda one: self.steps_from.get(one, math.inf)))
        return root in self.beginnings

    def steps_along(self, link):
        return 0 if link.full_name in WANTED else 1 + self.steps_from.get(link.target.label, math.inf)


CURRENT = []


def scenario(controller):
    if not CURRENT or CURRENT[0].controller is not controller:
        CURRENT[:] = [Scenario(controller)]
    return CURRENT[0]


def nearest(ones, steps):
    fewest = min(map(steps, ones), default=math.inf)
    return [one for one in ones if steps(one) == fewest]


def steps_to_wanted(links):
    """How many links there are between an answer of each operation and a wanted link; operations that lead to none are left out."""
    steps = {link.source.label: 0 for link in links if link.full_name in WANTED}
    reached = set(steps)
    while reached:
        before = {link.source.label: 1 + steps[link.target.label] for link in links if link.target.label in reached and link.source.label not in steps}
        steps.update(before)
        reached = set(before)
    return steps


def allow_transition(controller, source, target):
    ways = scenario(controller).ways
    return (source, target) in ways if ways else ANY_TRANSITION(controller, source, target)


def allow_root(controller, source, bundles):
    one = scenario(controller)
    return not one.ways and one.begins_with(source, bundles)


def add_results(machine, targets, results):
    ADD_RESULTS(machine, targets, results)
    one = scenario(machine.control)
    for result in results:
        bundle = result and machine._get_target_for_result(result)
        if bundle:
            one.bundle = bundle
            for key in (bundle, state_machine.normalize_name(bundle)):
                if key in machine.bundles:
                    machine.bundles[key] = machine.bundles[key][-1:]
    one.look_around()


def install(wanted):
    WANTED.update(json.loads(wanted))
    Controller.allow_transition, Controller.allow_root_transition = allow_transition, allow_root
    state_machine.APIStateMachine._add_results_to_targets = add_results
    state_machine._ValidRuleFallbackFlags.is_enabled = lambda flags, name: True
