"""What raw edges tell of a contact."""

from hal.buttons import Batch
from hal.clock import ManualClock
from hal.contacts import Contact, Contacts, Overheard
from hal.debounce import Constants
from hal.mock import BOUNCES, US, MockSource

MS = 1_000_000


def heard(profile: str, at_ns: int = 0) -> Contacts:
    clock = ManualClock()
    source = MockSource({5: 0, 6: 0}, clock)
    contacts = Contacts(Constants())
    overheard = Overheard(source, contacts)
    overheard.open()
    source.bounce(5, 1, at_ns, profile)
    source.inject(5, 0, at_ns + 80 * MS)
    clock.advance(200 * MS)
    overheard.poll()
    return contacts


def test_an_arcade_contact_has_its_bounces_and_its_length() -> None:
    assert heard("arcade", MS).contact(5, MS, 90 * MS) == Contact(5, MS, 6, 572 * US)


def test_the_release_is_no_part_of_the_contact() -> None:
    assert heard("clean").contact(5, 0, 200 * MS) == Contact(5, 0, 0, 0)


def test_every_profile_is_told_whole() -> None:
    for profile, edges in BOUNCES.items():
        told = heard(profile).contact(5, 0, 40 * MS)
        assert told == Contact(5, 0, len(edges) - 1, edges[-1][0] * US), profile


def test_a_contact_that_may_go_on_is_not_told_yet() -> None:
    early = Contacts(Constants())
    assert early.contact(5, 10 * MS, 13 * MS - 1) is None
    assert early.contact(5, 10 * MS, 13 * MS) == Contact(5, 10 * MS, 0, 0)


def test_edges_that_came_out_of_order_are_put_in_order() -> None:
    source = MockSource({5: 0}, ManualClock())
    source.inject(5, 1, 0)
    source.inject(5, 0, 200 * US, arrival_ns=2 * MS)
    source.inject(5, 1, 400 * US, arrival_ns=MS)
    contacts = Contacts(Constants())
    source.open()
    for now_ns in (0, MS, 2 * MS):
        source.clock.advance_to(now_ns)
        for batch in source.poll():
            contacts.feed(batch)
    assert contacts.contact(5, 0, 90 * MS) == Contact(5, 0, 2, 400 * US)


def test_who_overhears_a_source_changes_nothing() -> None:
    clock = ManualClock()
    source, twin = MockSource({5: 0}, clock), MockSource({5: 0}, clock)
    overheard = Overheard(source, Contacts(Constants()))
    assert overheard.open() == twin.open()
    for each in (source, twin):
        each.press(5, MS)
    clock.advance(300 * MS)
    batches: list[Batch] = list(overheard.poll())
    assert batches == list(twin.poll())
    assert (overheard.lines, overheard.ended) == ((5,), twin.ended)
    assert overheard.capabilities == twin.capabilities
    assert overheard.health() == twin.health()
    overheard.close()
    assert not source.health().alive
