"""The words of each language: one module of data each, all with the same keys. `encounter.report.words` reads them."""

from typing import Final

LANGUAGES: Final = {"en": "English", "it": "italiano", "fr": "français", "es": "español"}
