"""
Makes long chains: each step continues from the latest response with links, and prefers links that have not been followed yet.

By default Schemathesis continues from a random response of the scenario. Its chains are therefore short, and hardly ever reach links
whose source is itself several links away from the start of a chain. Here the links with the shortest path to a wanted link come first,
and a chain starts with the operations that are nearest to one. Schemathesis has no setting for this, so this module replaces four of its
private methods; it depends on the exact version in `requirements.txt`.
"""

import json
import math

from schemathesis.generation.stateful import control, state_machine

Controller = control.TransitionController
ANY_TRANSITION, ANY_ROOT = Controller.allow_transition, Controller.allow_root_transition
ADD_RESULTS = state_machine.APIStateMachine._add_results_to_targets
WANTED = set()
"""The names of the preferred links. They do not change during a round, because Hypothesis requires repeatable choices."""


class Scenario:
    """The state of the current chain; only one runs at a time."""

    def __init__(self, controller):
        self.controller = controller
        self.bundle = ""
        """The bundle of the latest response with links."""
        self.update_links()

    def update_links(self):
        """Updates the possible links after each step, because Schemathesis limits how many times a scenario tries a pair of operations."""
        self.links = [link for one in self.controller.transitions.operations.values() for link in one.outgoing
                      if ANY_TRANSITION(self.controller, link.source.label, link.target.label)]
        self.steps_from = steps_to_wanted(self.links)
        ahead = [link for link in self.links if f"{link.source.label} -> {link.status_code}" == self.bundle]
        self.next_links = {(link.source.label, link.target.label) for link in nearest(ahead, self.steps_along)}
        """The pairs of operations that can continue from the latest response."""
        self.roots = None

    def starts_with(self, root, bundles):
        """Returns whether a root is among those nearest to a wanted link."""
        if self.roots is None:
            allowed = [one for one in self.controller.roots if ANY_ROOT(self.controller, one, bundles)]
            self.roots = set(nearest(allowed, lambda one: self.steps_from.get(one, math.inf)))
        return root in self.roots

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
    """Returns the number of links between each operation and a wanted link, without operations that lead to none."""
    steps = {link.source.label: 0 for link in links if link.full_name in WANTED}
    reached = set(steps)
    while reached:
        before = {link.source.label: 1 + steps[link.target.label] for link in links if link.target.label in reached and link.source.label not in steps}
        steps.update(before)
        reached = set(before)
    return steps


def allow_transition(controller, source, target):
    next_links = scenario(controller).next_links
    return (source, target) in next_links if next_links else ANY_TRANSITION(controller, source, target)


def allow_root(controller, source, bundles):
    one = scenario(controller)
    return not one.next_links and one.starts_with(source, bundles)


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
    one.update_links()


def install(wanted):
    WANTED.update(json.loads(wanted))
    Controller.allow_transition, Controller.allow_root_transition = allow_transition, allow_root
    state_machine.APIStateMachine._add_results_to_targets = add_results
    state_machine._ValidRuleFallbackFlags.is_enabled = lambda flags, name: True
