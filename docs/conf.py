"""How the documentation is built: `python -m sphinx -W docs docs/_build/html`, from the project's folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import encounter

project = "encounter"
author = "The encounter authors"
copyright = author
version = release = encounter.__version__

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
nitpicky = True
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"encounter {release}"
html_copy_source = False
html_show_sphinx = False
