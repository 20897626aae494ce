"""An Atari 800 for Python: the exact machine, its assembler, and whole games.

>>> from front800 import Machine
>>> machine = Machine("rasputitsa")
>>> machine.run(400)
'reached'
>>> machine.screen().shape
(240, 336, 3)

``front800.gym`` has environments for learning, ``front800.ray`` plays batches on many machines.
"""

from ._front800 import (
    Assembler,
    Assembly,
    AssemblyError,
    BusyError,
    Campaign,
    Error,
    ExpressionError,
    GameError,
    InputError,
    Lanes,
    Machine,
    Match,
    OpenError,
    Player,
    StateError,
    __version__,
    play_campaigns,
    play_turns,
    titles,
)

__all__ = [
    "Assembler",
    "Assembly",
    "AssemblyError",
    "BusyError",
    "Campaign",
    "Error",
    "ExpressionError",
    "GameError",
    "InputError",
    "Lanes",
    "Machine",
    "Match",
    "OpenError",
    "Player",
    "StateError",
    "__version__",
    "play_campaigns",
    "play_turns",
    "titles",
]
