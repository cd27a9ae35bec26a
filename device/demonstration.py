"""A game told in words, a line a fact: where there is no picture, or no time to look at one."""

from device.dealing import computers_of, first_header
from device.headline import Dispute, disputing
from device.language import lettered
from device.options import PlayOptions
from device.scribe import Scribe
from device.session import worth_writing
from device.stage import AIR_US
from device.telling import tell
from device.terminal import Terminal
from device.trouble import Status, line_of
from device.troubles import Troubles
from game.cpu import played
from game.events import Fact
from game.record import Header


def tell_fact(
    terminal: Terminal, options: PlayOptions, header: Header, fact: Fact | Dispute
) -> None:
    """A fact as a line: the seconds since the deal, and the sentence."""
    language = terminal.language
    letters = lettered(options.settings.letters, language)
    names = [line_of(name) for name in header.seats]
    if isinstance(fact, Dispute):
        headline = f"{names[fact.seat]} {disputing(fact, language)}"
        sentence = language.gettext("Disputed: {headline}").format(headline=headline)
    else:
        sentence = tell(fact, names, language, letters=letters)
    terminal.say(f"{language.fixed(fact.t_us // 1000, 3):>9} s  {sentence}")


def play_fast(options: PlayOptions, terminal: Terminal) -> Status:
    """A game among computer players, as fast as it can be judged. Raises JournalError."""
    header = first_header(options)
    troubles = Troubles(terminal.complain, terminal.language)
    scribe = Scribe(options.state_dir, options.record, troubles)
    journals = scribe.begin(header)
    for happened, _state, facts in played(header.deal(), computers_of(header), AIR_US):
        if worth_writing(happened, facts):
            for journal in journals:
                journal.append(happened)
        for fact in facts:
            tell_fact(terminal, options, header, fact)
    for journal in journals:
        journal.close()
    return Status.DONE
