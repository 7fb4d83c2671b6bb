"""Maps made with Tiled, in both of its forms."""

import base64
import gzip
import json
import struct
import sys
import time
import zlib
from pathlib import Path

import pytest

from encounter.maps.mapfile import MapError, MapLight, Token
from encounter.maps.tiled import read
from encounter.scenario.model import Edge

pytest.importorskip("pytiled_parser")

HERE = Path(__file__).resolve().parent
TILESET = {
    "firstgid": 1,
    "name": "cave",
    "tilewidth": 32,
    "tileheight": 32,
    "tilecount": 4,
    "columns": 4,
    "spacing": 0,
    "margin": 0,
    "tiles": [
        {"id": 0, "properties": [{"name": "terrain", "type": "string", "value": "floor"}]},
        {"id": 1, "properties": [{"name": "terrain", "type": "string", "value": "Wall"}]},
        {"id": 2, "properties": [{"name": "terrain", "type": "string", "value": "water"}]},
    ],
}


def tiles(*rows, **more):
    width = len(rows[0])
    layer = {"type": "tilelayer", "name": "ground", "width": width, "height": len(rows), "opacity": 1, "visible": True}
    return {**layer, "data": [tile for row in rows for tile in row], **more}


def things(*objects):
    return {"type": "objectgroup", "name": "who", "objects": list(objects)}


def thing(name="", x=0, y=0, width=0, height=0, **more):
    return {"id": 1, "name": name, "type": "", "x": x, "y": y, "width": width, "height": height, "rotation": 0,
            "visible": True, **more}  # fmt: skip


def tmj(*layers, width=3, height=2, **more):
    root = {"type": "map", "orientation": "orthogonal", "width": width, "height": height, "tilewidth": 32,
            "tileheight": 32, "tilesets": [TILESET], "layers": list(layers), **more}  # fmt: skip
    return json.dumps(root).encode()


def refusal(raw):
    with pytest.raises(MapError) as refused:
        read(raw, HERE)
    return str(refused.value)


ROWS = ([1, 2, 1], [3, 3, 1])

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="32" tileheight="32" infinite="0">
 <properties><property name="light" value="dim"/></properties>
 <tileset firstgid="1" name="cave" tilewidth="32" tileheight="32" tilecount="4" columns="4">
  <tile id="1"><properties><property name="terrain" value="wall"/></properties></tile>
  <tile id="2"><properties><property name="terrain" value="water"/></properties></tile>
 </tileset>
 <layer id="1" name="ground" width="3" height="2"><data encoding="csv">1,2,1,
3,3,1</data></layer>
 <objectgroup id="2" name="who">
  <object id="1" name="Ada" x="70" y="40"><point/></object>
  <object id="2" class="goblin" x="64" y="0" width="32" height="32"/>
  <object id="3" class="door" x="32" y="16"><polyline points="0,0 0,16"/></object>
  <object id="4" template="goblin.tx" x="1" y="1"/>
 </objectgroup>
</map>
"""


def test_a_tiles_property_terrain_says_what_its_square_is():
    assert (".#.", "~~.") == read(tmj(tiles(*ROWS)), HERE).rows


def test_the_same_map_in_xml_is_read_the_same():
    found = read(TMX.encode(), HERE)

    assert (".#.", "~~.") == found.rows
    assert "dim" == found.ambient
    assert (Token("Ada", "", (2, 1)), Token("", "goblin", (2, 0))) == found.tokens
    assert (Edge("door", 1, 0, 1, 1),) == found.edges
    assert (("tiles whose terrain is not said", 3), ("objects made from templates", 1)) == tuple(
        sorted(found.ignored, reverse=True)
    )


def test_a_higher_layer_covers_a_lower_one_where_it_has_tiles_whose_terrain_is_said():
    over = tiles([0, 0, 3], [0, 1, 4])

    found = read(tmj(tiles(*ROWS), over), HERE)

    assert (".#~", "~..") == found.rows
    assert (("tiles whose terrain is not said", 1),) == found.ignored


def test_a_layers_property_terrain_holds_for_its_tiles_that_say_nothing():
    trees = [{"name": "terrain", "type": "string", "value": "tree"}]

    assert (".T.", "~~.") == read(tmj(tiles(*ROWS), tiles([0, 4, 0], [0, 3, 0], properties=trees)), HERE).rows


def test_flips_and_turns_of_a_tile_change_nothing():
    flags = (8 << 28, 4 << 28, 2 << 28, 14 << 28, 0, 0)
    turned = [tile | flag for tile, flag in zip((*ROWS[0], *ROWS[1]), flags, strict=True)]

    assert (".#.", "~~.") == read(tmj(tiles(*ROWS, data=turned)), HERE).rows


@pytest.mark.parametrize(
    ("compression", "pack"),
    [("", bytes), ("zlib", zlib.compress), ("gzip", gzip.compress)],
    ids=("plain", "zlib", "gzip"),
)
def test_packed_layers_are_unpacked(compression, pack):
    data = base64.b64encode(pack(struct.pack("<6I", *ROWS[0], *ROWS[1]))).decode()

    layer = tiles(*ROWS, data=data, encoding="base64", compression=compression)
    assert (".#.", "~~.") == read(tmj(layer), HERE).rows

    packed = f'<data encoding="base64" compression="{compression}">{data}</data>'.replace(' compression=""', "")
    assert (".#.", "~~.") == read(TMX.replace('<data encoding="csv">1,2,1,\n3,3,1</data>', packed).encode(), HERE).rows


def test_tiles_as_elements_are_read():
    elements = "".join(f'<tile gid="{tile}"/>' for row in ROWS for tile in row)

    found = read(TMX.replace('<data encoding="csv">1,2,1,\n3,3,1</data>', f"<data>{elements}</data>").encode(), HERE)

    assert (".#.", "~~.") == found.rows


def test_an_endless_map_is_as_large_as_what_is_on_it():
    chunks = [
        {"x": -4, "y": 0, "width": 2, "height": 2, "data": [0, 2, 0, 1]},
        {"x": -2, "y": 0, "width": 2, "height": 2, "data": [3, 0, 1, 0]},
    ]
    layer = {"type": "tilelayer", "name": "ground", "chunks": chunks}

    found = read(tmj(layer, things(thing("Ada", -64, 32, point=True)), infinite=True), HERE)

    assert ("#~", "..") == found.rows
    assert (Token("Ada", "", (1, 1)),) == found.tokens


def test_groups_are_opened_and_pictures_counted():
    group = {"type": "group", "name": "all", "layers": [tiles(*ROWS), {"type": "imagelayer", "image": "a.png"}]}

    found = read(tmj(group), HERE)

    assert (".#.", "~~.") == found.rows
    assert (("pictures", 1),) == found.ignored


def test_an_object_is_on_the_square_of_its_corner_and_a_tile_of_its_lower_one():
    found = read(
        tmj(
            tiles(*ROWS),
            things(
                thing("Ada", 95, 63, point=True),
                thing("Ogre", 30, 2, 64, 64),
                {**thing("Bram", 64, 32, 32, 32), "gid": 4},
                thing("Nobody", 400, 0, point=True),
                thing("", 0, 0, 32, 32),
            ),
        ),
        HERE,
    )

    assert (Token("Ada", "", (2, 1)), Token("Ogre", "", (1, 0)), Token("Bram", "", (2, 0))) == found.tokens
    assert (("objects off the map", 1), ("objects with neither name nor class", 1)) == found.ignored


def test_objects_are_lights_walls_and_doors_by_their_class():
    radii = [{"name": "bright", "type": "int", "value": 10}, {"name": "dim", "type": "float", "value": 5.0}]
    found = read(
        tmj(
            tiles(*ROWS),
            things(
                thing("", 40, 10, type="torch", point=True),
                thing("", 8, 8, type="light", point=True, properties=radii),
                thing("", 64, 0, type="wall", polyline=[{"x": 0, "y": 0}, {"x": 0, "y": 64}]),
                thing("", 60, 32, 8, 32, type="locked door"),
                thing("", 0, 0, type="window", polyline=[{"x": 0, "y": 32}, {"x": 32, "y": 32}]),
            ),
        ),
        HERE,
    )

    assert (MapLight((1, 0), 20, 20), MapLight((0, 0), 10, 5)) == found.lights
    assert (
        Edge("wall", 2, 0, 2, 1),
        Edge("locked door", 2, 1, 2, 2),
        Edge("window", 0, 1, 1, 1),
    ) == found.edges


def test_a_tileset_in_a_file_of_its_own_is_read_from_beside_the_map(tmp_path):
    outside = {key: value for key, value in TILESET.items() if key != "firstgid"}
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "cave.tsj").write_text(json.dumps(outside), encoding="utf-8")

    found = read(tmj(tiles(*ROWS), tilesets=[{"firstgid": 1, "source": "sets\\cave.tsj"}]), tmp_path)

    assert (".#.", "~~.") == found.rows
    assert () == found.warnings


def test_a_tileset_that_is_not_there_is_told_and_its_tiles_counted(tmp_path):
    found = read(tmj(tiles(*ROWS), tilesets=[{"firstgid": 1, "source": "cave.tsx"}]), tmp_path)

    assert ("...", "...") == found.rows
    assert ("the tileset cave.tsx cannot be read: what it says of its tiles is not known",) == found.warnings
    assert (("tiles whose terrain is not said", 6),) == found.ignored


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"{}", "no map of Tiled's; a map has `type`: map and a list of `layers`"),
        (b"<svg/>", "no map of Tiled's; the file begins with <map ...>"),
        (b"<map", "broken XML: unclosed token; save the map again"),
        (tmj(orientation="isometric"), "an isometric map; only orthogonal maps have squares"),
        (tmj(width=100_000, height=100_000), "a map of 100000 x 100000 squares; at most 400 x 400"),
        (tmj(width=-1), "a map of -1 x 2 squares; a map has at least one square"),
        (tmj(width="many"), "the map's `width` is no whole number; save the map again"),
        (tmj(tilewidth=0), "tiles of no size; a tile is at least one pixel wide and high"),
        (tmj(tiles(*ROWS, data=[1, 2])), "the layer `ground` does not have its 6 squares; save the map again"),
        (tmj(tiles(*ROWS, data=["1"] * 6)), "the layer `ground` does not have its 6 squares; save the map again"),
        (
            tmj(tiles(*ROWS, data="!", encoding="base64", compression="zstd")),
            "the layer `ground` is packed with zstd; choose CSV, base64, gzip or zlib as the map's tile layer format",
        ),
        (tmj({"type": "tilelayer", "name": "a"}), "the width of the layer `a` is no whole number; save the map again"),
        (
            tmj({"type": "sound"}),
            "a layer without a name cannot be read: An invalid layer type of sound was supplied; save the map again",
        ),
        (
            tmj(tiles(*ROWS), things(thing("Ada", "left", 1, point=True))),
            "the map cannot be read: unsupported operand type(s) for /: 'str' and 'int'; save the map again",
        ),
        (tmj(things({"id": 1})), "the layer `who` has no 'x'; save the map again"),
        (
            tmj(tiles(*ROWS), tilesets=[{"firstgid": 1, "tiles": 3}]),
            "the tileset `` cannot be read: 'int' object is not iterable; save the map again",
        ),
        (
            tmj(tiles(*ROWS, properties=[{"name": "terrain", "type": "string", "value": "watr"}])),
            "there is no terrain `watr` (layer `ground`); did you mean `water`?",
        ),
        (
            tmj(things(thing("", 1, 1, type="light", point=True))),
            "a light without radii; give it the properties `bright` and `dim`, in feet",
        ),
        (tmj(things(thing("Ada", 1e30, 1, point=True))), "an object is nowhere near the map; look at its x and y"),
    ],
)
def test_a_broken_map_is_refused_by_what_is_wrong_with_it(raw, message):
    assert message == refusal(raw)


BOMB = '<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>' + TMX.split("?>")[1]
OTHER = '<!DOCTYPE map [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + TMX.split("?>")[1]


@pytest.mark.parametrize("raw", [BOMB, OTHER], ids=["entities in entities", "entity from a file"])
def test_a_map_that_declares_entities_is_refused(raw):
    assert "the file declares a document type or entities; Tiled writes none: save the map again" == refusal(
        raw.encode()
    )


PACKED_ZEROS = base64.b64encode(zlib.compress(bytes(100_000_000))).decode()
NESTED: dict[str, object] = tiles(*ROWS)
for _ in range(31):
    NESTED = {"type": "group", "name": "deeper", "layers": [NESTED]}


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (
            tmj(tiles(*ROWS, data=PACKED_ZEROS, encoding="base64", compression="zlib")),
            "the layer `ground` does not have its 6 squares; save the map again",
        ),
        (tmj(NESTED), "a layer is no object, or nested too deep; at most 30 groups in each other"),
        (b'{"layers":' + b"[" * 100_000, "nested too deep, or a number of thousands of digits; export the map again"),
        (b"[" + b"1," * 2_000_000 + b"1]", "more than 1000000 values; export a smaller map"),
        (b"<map>" + b"<a>" * 300_000, "more than 200000 elements; save the layers as CSV"),
        (
            tmj(tiles(*ROWS, data=None, chunks=[{"x": 0, "y": 0, "width": 10**6, "height": 10**6, "data": []}])),
            "a map of 1000000 x 1000000 squares; at most 400 x 400",
        ),
        (
            tmj(tiles(*ROWS, data=None, chunks=[
                {"x": x, "y": 0, "width": 1, "height": 1, "data": [1]} for x in (0, 10**6)
            ])),
            "a map of 1000001 x 1 squares; at most 400 x 400",
        ),
    ],
    ids=["100 MB packed", "groups", "depth", "numbers", "elements", "chunk", "chunks far apart"],
)  # fmt: skip
def test_a_hostile_map_is_refused_within_a_second(raw, message):
    started = time.perf_counter()

    assert message == refusal(raw)
    assert time.perf_counter() - started < 1


def test_the_extra_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pytiled_parser", None)

    assert (
        "a map made with Tiled is read with the package pytiled-parser, which is not installed;"
        " pip install 'encounter[tiled]'"
    ) == refusal(tmj(tiles(*ROWS)))


def test_an_empty_file_is_neither_broken_json_nor_xml():
    assert "the file is empty" in refusal(b"")
