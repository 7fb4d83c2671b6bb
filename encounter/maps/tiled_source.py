"""Tiled's files as trees that pytiled-parser can be trusted with: of bounded size, unpacked, free of other files.

pytiled-parser unpacks whatever it is given, follows templates to other files and knows no limits. So layers and
tilesets are looked over here first, and are handed to it one by one.
"""

import base64
import binascii
import xml.etree.ElementTree as ElementTree
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from attrs import Factory, define

from encounter.maps.mapfile import MapError, Notes, check_size
from encounter.maps.uvtt import parse_json

MAX_TEXT: Final = 16_000_000  # bytes of a map
MAX_TILESET: Final = 4_000_000
MAX_VALUES: Final = 1_000_000  # commas of a JSON file, a good measure of what it will take in memory
MAX_ELEMENTS: Final = 200_000
MAX_CELLS: Final = 1_000_000  # of all layers
MAX_DEPTH: Final = 30  # groups in groups
MAX_TILESETS: Final = 200

_XML_LAYERS: Final = ("layer", "objectgroup", "imagelayer", "group")


@define
class Header:
    """What stands at the top of a map: sizes in squares, tiles in pixels."""

    width: int
    height: int
    tile_width: int
    tile_height: int
    properties: dict[str, Any] = Factory(dict)


@define
class TiledSource:
    """One map: its header, and its tilesets and layers as pytiled-parser makes them."""

    header: Header
    tilesets: dict[int, Any]
    layers: list[Any]


def is_xml(raw: bytes) -> bool:
    """Whether a text is XML rather than JSON."""
    return raw.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


def open_map(raw: bytes, folder: Path, notes: Notes) -> TiledSource:
    """A map from its bytes; tilesets in files of their own are looked for from `folder` on."""
    _parser()
    if len(raw) > MAX_TEXT:
        raise MapError(f"{len(raw)} bytes", f"at most {MAX_TEXT}", code="too-large")
    made = _XmlMap(parse_xml(raw), folder, notes) if is_xml(raw) else _JsonMap(_json(raw, notes), folder, notes)
    header = made.header()
    tilesets = dict(made.tilesets())
    return TiledSource(header, tilesets, list(made.layers()))


def _parser() -> Any:
    """The package that knows Tiled's formats, which is an extra."""
    try:
        import pytiled_parser
    except ImportError:
        message = "a map made with Tiled is read with the package pytiled-parser, which is not installed"
        raise MapError(message, "pip install 'encounter[tiled]'", code="missing-extra") from None
    return pytiled_parser


def _json(raw: bytes, notes: Notes) -> dict[str, Any]:
    if raw.count(b",") + raw.count(b"[") > MAX_VALUES:
        raise MapError(f"more than {MAX_VALUES} values", "export a smaller map", code="too-large")
    return parse_json(raw, notes)


def parse_xml(raw: bytes) -> ElementTree.Element:
    """The root of an XML text in UTF-8 that declares no entities; MapError says where it is broken."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"not UTF-8: the byte {raw[error.start]:#04x}"
        raise MapError(message, "save the map again", code="not-utf8") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise MapError("the file declares a document type or entities", "Tiled writes none: save the map again")
    if text.count("<") > MAX_ELEMENTS:
        raise MapError(f"more than {MAX_ELEMENTS} elements", "save the layers as CSV", code="too-large")
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        message = f"broken XML: {str(error).partition(':')[0]}"
        raise MapError(message, "save the map again", line - 1, column) from None
    except ValueError as error:
        raise MapError(f"broken XML: {error}", "save the map again") from None


def _whole(value: object, what: str) -> int:
    """A whole number of a header, written as one or as text."""
    try:
        if isinstance(value, str | int | float) and not isinstance(value, bool) and float(value) == int(float(value)):
            return int(float(value))
    except (ValueError, OverflowError):
        pass
    raise MapError(f"{what} is no whole number", "save the map again")


def _header(written: Mapping[str, Any], properties: dict[str, Any]) -> Header:
    width, height, tile_width, tile_height = (
        _whole(written.get(key), f"the map's `{key}`") for key in ("width", "height", "tilewidth", "tileheight")
    )
    return Header(width, height, tile_width, tile_height, properties)


def guarded(what: str, make: Callable[[], Any]) -> Any:
    """What pytiled-parser makes of something, or a MapError that names it."""
    try:
        return make()
    except MapError:
        raise
    except KeyError as error:
        raise MapError(f"{what} has no {error}", "save the map again") from None
    except Exception as error:
        said = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise MapError(f"{what} cannot be read: {said}", "save the map again") from None


def unpacked(text: str, compression: str, cells: int, what: str) -> list[int]:
    """The tile numbers of base64 data, plain or packed; no more is unpacked than the layer has squares."""
    try:
        data = base64.b64decode(text.strip(), validate=False)
    except (binascii.Error, ValueError):
        raise MapError(f"{what} is no base64", "save the map again") from None
    if compression in ("zlib", "gzip"):
        try:
            data = zlib.decompressobj(47).decompress(data, 4 * cells + 1)
        except zlib.error:
            raise MapError(f"{what} cannot be unpacked", "save the map again") from None
    elif compression:
        message = f"{what} is packed with {compression[:20]}"
        raise MapError(message, "choose CSV, base64, gzip or zlib as the map's tile layer format")
    if len(data) != 4 * cells:
        raise MapError(f"{what} does not have its {cells} squares", "save the map again")
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


class _Map:
    """What both forms share: limits, and tilesets in files of their own."""

    def __init__(self, folder: Path, notes: Notes) -> None:
        self.folder = folder
        self.notes = notes
        self.cells = 0

    def area(self, width: object, height: object, what: str) -> int:
        """The squares of a layer or chunk; all of them together stay below a limit."""
        sides = _whole(width, f"the width of {what}"), _whole(height, f"the height of {what}")
        check_size(*sides)
        self.cells += sides[0] * sides[1]
        if self.cells > MAX_CELLS:
            raise MapError(f"more than {MAX_CELLS} squares in all layers", "export fewer layers", code="too-large")
        return sides[0] * sides[1]

    def checked(self, header: Header, orientation: str, is_endless: bool) -> Header:
        if orientation != "orthogonal":
            raise MapError(f"an {orientation[:20]} map", "only orthogonal maps have squares")
        if header.tile_width < 1 or header.tile_height < 1:
            raise MapError("tiles of no size", "a tile is at least one pixel wide and high")
        if not is_endless:
            check_size(header.width, header.height)
        return header

    def outside(self, source: object, firstgid: int) -> Any:
        """A tileset from a file of its own, None (and a warning) when there is none."""
        from encounter.scenario.files import find

        path = find(str(source), self.folder)
        try:
            found = path.is_file() and path.stat().st_size <= MAX_TILESET
            raw = path.read_bytes() if found else None
        except (OSError, ValueError):
            raw = None
        if raw is None:
            self.notes.warn(f"the tileset {source} cannot be read: what it says of its tiles is not known")
            return None
        try:
            if is_xml(raw):
                return xml_tileset(parse_xml(raw), firstgid)
            return json_tileset(_json(raw, self.notes), firstgid)
        except MapError as error:
            raise MapError(f"the tileset {source}: {error.message}", error.hint) from None


class _JsonMap(_Map):
    """A map in JSON (`.tmj`)."""

    def __init__(self, root: dict[str, Any], folder: Path, notes: Notes) -> None:
        super().__init__(folder, notes)
        self.root = root

    def header(self) -> Header:
        root = self.root
        if root.get("type") != "map" or not isinstance(root.get("layers"), list):
            raise MapError("no map of Tiled's", "a map has `type`: map and a list of `layers`")
        header = _header(root, guarded("the map", lambda: _json_properties(root)))
        return self.checked(header, str(root.get("orientation")), root.get("infinite") is True)

    def tilesets(self) -> Iterator[tuple[int, Any]]:
        raw = self.root.get("tilesets", [])
        if not isinstance(raw, list) or len(raw) > MAX_TILESETS or not all(isinstance(one, dict) for one in raw):
            raise MapError("`tilesets` is no list of tilesets", f"at most {MAX_TILESETS} of them")
        for one in raw:
            first = _whole(one.get("firstgid"), "the `firstgid` of a tileset")
            made = self.outside(one["source"], first) if one.get("source") else json_tileset(one, first)
            if made is not None:
                yield first, made

    def layers(self) -> Iterator[Any]:
        from pytiled_parser.parsers.json.layer import parse

        for raw in self.root["layers"]:
            self.prepare(raw, 0)
            yield guarded(_titled(raw), partial(parse, raw, "utf-8"))

    def prepare(self, raw: Any, depth: int) -> None:
        """Unpack the tiles of a layer, in its groups too, and leave out what is made from other files."""
        if not isinstance(raw, dict) or depth > MAX_DEPTH:
            raise MapError("a layer is no object, or nested too deep", f"at most {MAX_DEPTH} groups in each other")
        for key, usual in (("name", ""), ("opacity", 1), ("visible", True), ("draworder", "topdown")):
            raw.setdefault(key, usual)
        if raw.get("type") == "group":
            for inner in _list_of(raw, "layers"):
                self.prepare(inner, depth + 1)
        elif raw.get("type") == "objectgroup":
            kept = [one for one in _list_of(raw, "objects") if not (isinstance(one, dict) and one.get("template"))]
            self.notes.ignore("objects made from templates", len(raw["objects"]) - len(kept))
            raw["objects"] = kept
        elif raw.get("type") == "tilelayer":
            encoding, compression = raw.pop("encoding", None), str(raw.pop("compression", "") or "")
            pieces = _list_of(raw, "chunks") if raw.get("chunks") is not None else [raw]
            for piece in pieces:
                self.unpack(piece, encoding == "base64", compression, _titled(raw))

    def unpack(self, piece: Any, is_packed: bool, compression: str, what: str) -> None:
        if not isinstance(piece, dict):
            raise MapError(f"{what} has a part that is no object", "save the map again")
        cells = self.area(piece.get("width"), piece.get("height"), what)
        data = piece.get("data")
        if is_packed and isinstance(data, str):
            piece["data"] = unpacked(data, compression, cells, what)
        elif not isinstance(data, list) or len(data) != cells or not all(type(one) is int for one in data):
            raise MapError(f"{what} does not have its {cells} squares", "save the map again")


def _titled(raw: Any) -> str:
    name = raw.get("name") if isinstance(raw, dict) else None
    return f"the layer `{str(name)[:40]}`" if name else "a layer without a name"


def _list_of(raw: dict[str, Any], key: str) -> list[Any]:
    value = raw.get(key)
    if not isinstance(value, list):
        raise MapError(f"{_titled(raw)} has no list of `{key}`", "save the map again")
    return value


def _json_properties(raw: dict[str, Any]) -> dict[str, Any]:
    from pytiled_parser.parsers.json.properties import parse

    return dict(parse(raw.get("properties") or []))


def json_tileset(raw: dict[str, Any], firstgid: int) -> Any:
    """A tileset in JSON; of its tiles, what says what they are."""
    from pytiled_parser.parsers.json.tileset import parse

    def make() -> Any:
        tiles = raw.get("tiles") or []
        if isinstance(tiles, dict):
            tiles = [{**tile, "id": int(key)} for key, tile in tiles.items()]
        kept = ("id", "type", "class", "properties")
        plain = {"name": "", "tilecount": 0, "tilewidth": 1, "tileheight": 1, "columns": 1, "spacing": 0, "margin": 0}
        plain |= {key: raw[key] for key in plain if key in raw}
        plain["tiles"] = [{key: tile[key] for key in kept if key in tile} for tile in tiles]
        return parse(plain, firstgid, "utf-8")  # type: ignore[arg-type,unused-ignore]

    return guarded(f"the tileset `{str(raw.get('name', ''))[:40]}`", make)


class _XmlMap(_Map):
    """A map in XML (`.tmx`)."""

    def __init__(self, root: ElementTree.Element, folder: Path, notes: Notes) -> None:
        super().__init__(folder, notes)
        self.root = root

    def header(self) -> Header:
        from pytiled_parser.parsers.tmx.properties import parse

        if self.root.tag != "map":
            raise MapError("no map of Tiled's", "the file begins with <map ...>")
        written = self.root.attrib
        properties = self.root.find("properties")
        made = {} if properties is None else guarded("the map", lambda: dict(parse(properties)))
        return self.checked(
            _header(written, made), written.get("orientation", "orthogonal"), written.get("infinite") == "1"
        )

    def tilesets(self) -> Iterator[tuple[int, Any]]:
        found = self.root.findall("tileset")
        if len(found) > MAX_TILESETS:
            raise MapError(f"{len(found)} tilesets", f"at most {MAX_TILESETS}")
        for one in found:
            first = _whole(one.get("firstgid"), "the `firstgid` of a tileset")
            made = self.outside(one.get("source"), first) if one.get("source") else xml_tileset(one, first)
            if made is not None:
                yield first, made

    def layers(self) -> Iterator[Any]:
        from pytiled_parser.parsers.tmx.layer import parse

        for raw in self.root:
            if raw.tag in _XML_LAYERS:
                self.prepare(raw, 0)
                yield guarded(_titled(raw), partial(parse, raw, "utf-8"))

    def prepare(self, raw: ElementTree.Element, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise MapError("layers nested too deep", f"at most {MAX_DEPTH} groups in each other")
        if raw.tag == "group":
            for inner in raw:
                if inner.tag in _XML_LAYERS:
                    self.prepare(inner, depth + 1)
        elif raw.tag == "objectgroup":
            made = [one for one in raw.findall("object") if one.get("template")]
            self.notes.ignore("objects made from templates", len(made))
            for one in made:
                raw.remove(one)
        elif raw.tag == "layer":
            self.unpack(raw)

    def unpack(self, raw: ElementTree.Element) -> None:
        """The tiles of a layer as comma-separated numbers, whichever way they were written."""
        data = raw.find("data")
        if data is None:
            raise MapError(f"{_titled(raw)} has no <data>", "save the map again")
        encoding, compression = data.get("encoding", ""), data.get("compression", "")
        chunks = data.findall("chunk")
        for piece in chunks or [data]:
            sizes = piece if chunks else raw
            cells = self.area(sizes.get("width"), sizes.get("height"), _titled(raw))
            if encoding == "base64":
                numbers = unpacked(piece.text or "", compression, cells, _titled(raw))
                piece.text = ",".join(map(str, numbers))
            elif encoding != "csv":
                piece.text = ",".join(tile.get("gid", "0") for tile in piece.findall("tile"))
            if (piece.text or "").count(",") != cells - 1:
                raise MapError(f"{_titled(raw)} does not have its {cells} squares", "save the map again")
        data.attrib.clear()
        data.set("encoding", "csv")


def xml_tileset(raw: ElementTree.Element, firstgid: int) -> Any:
    """A tileset in XML; of its tiles, what says what they are."""
    from pytiled_parser.parsers.tmx.tileset import parse

    def make() -> Any:
        plain = ElementTree.Element("tileset", {"name": "", "columns": "1"} | raw.attrib)
        for key in ("tilecount", "tilewidth", "tileheight"):
            plain.attrib.setdefault(key, "0")
        for tile in raw.findall("tile"):
            kept = ElementTree.SubElement(plain, "tile", tile.attrib)
            kept.extend(tile.findall("properties"))
        return parse(plain, firstgid, "utf-8")

    return guarded(f"the tileset `{raw.get('name', '')[:40]}`", make)
