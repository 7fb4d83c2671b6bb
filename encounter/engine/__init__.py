"""What happens inside a fight; imports nothing of the project outside itself. Compiled where a C compiler was found."""

from importlib.machinery import EXTENSION_SUFFIXES


def form() -> str:
    """Which form of the engine is loaded: "compiled" or "pure". The results of both are the same.

    >>> form() in ("compiled", "pure")
    True
    """
    from encounter.engine import dice

    return "compiled" if str(dice.__file__).endswith(tuple(EXTENSION_SUFFIXES)) else "pure"
