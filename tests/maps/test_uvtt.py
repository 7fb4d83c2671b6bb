"""Universal VTT maps: what is read, what may be missing, and what is refused."""

import json
import time
import tracemalloc

import pytest

from clauses import case
from encounter.maps.mapfile import MapError, MapLight
from encounter.maps.uvtt import read
from encounter.scenario.model import Edge

WHOLE = {
    "format": 0.3,
    "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 10, "y": 8}, "pixels_per_grid": 70},
    "line_of_sight": [],
    "objects_line_of_sight": [],
    "portals": [],
    "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
    "lights": [],
    "image": "AAAA",
}


def line(*points):
    return [{"x": x, "y": y} for x, y in points]


def portal(start, end, **more):
    middle = {"x": (start[0] + end[0]) / 2, "y": (start[1] + end[1]) / 2}
    return {"position": middle, "bounds": line(start, end), "rotation": 0, "freestanding": False, **more}


def resolution(width, height, origin=(0, 0)):
    return {"map_size": {"x": width, "y": height}, "map_origin": {"x": origin[0], "y": origin[1]}}


def made(**changes):
    """A map in which some keys are others, or (None) not there."""
    root = {key: value for key, value in {**WHOLE, **changes}.items() if value is not None}
    return read(json.dumps(root).encode())


def refusal(raw):
    with pytest.raises(MapError) as refused:
        read(raw if isinstance(raw, bytes) else json.dumps({**WHOLE, **raw}).encode())
    return str(refused.value)


@case("C200")
def test_a_file_without_its_optional_parts_gives_its_walls_and_one_warning_for_each():
    wall = line((2, 2), (5, 2))
    root = {"resolution": {"map_size": {"x": 10, "y": 10}}, "line_of_sight": [wall, wall]}

    found = read(json.dumps(root).encode())

    assert (Edge("wall", 2, 2, 5, 2),) == found.edges
    assert () == found.lights
    assert None is found.ambient
    assert (
        "the file has no `objects_line_of_sight`",
        "the file has no `portals`",
        "the file has no `lights`",
        "the file has no `environment.ambient_light`",
    ) == found.warnings


@case("C202")
def test_a_map_cut_out_of_a_larger_one_is_moved_to_its_own_corner():
    found = made(
        resolution=resolution(10, 10, (10, 10)),
        line_of_sight=[line((12, 12), (15, 12))],
        portals=[{"position": {"x": 13, "y": 12}, "rotation": 0, "closed": True}],
        lights=[{"position": {"x": 14.5, "y": 15.5}, "range": 4}],
    )

    assert (
        Edge("wall", 2, 2, 3, 2),
        Edge("wall", 4, 2, 5, 2),
        Edge("door", 3, 2, 4, 2),
    ) == found.edges
    assert (MapLight((4, 5), 10, 10),) == found.lights
    assert () == found.warnings


def test_walls_that_are_counted_from_the_maps_own_corner_already_are_kept_with_a_warning():
    found = made(resolution=resolution(10, 10, (30, 30)), line_of_sight=[line((2, 2), (5, 2))])

    assert (Edge("wall", 2, 2, 5, 2),) == found.edges
    assert (
        "`map_origin` does not fit the walls, which all lie off the map: they are read without it",
    ) == found.warnings


def test_a_portal_is_a_door_closed_or_open_as_its_flag_says():
    found = made(
        line_of_sight=[line((5, 0), (5, 8))],
        portals=[portal((5, 2), (5, 3), closed=True), portal((5, 5), (5, 6), closed=False)],
    )

    assert [Edge("door", 5, 2, 5, 3), Edge("open door", 5, 5, 5, 6)] == list(found.edges)[-2:]


def test_a_portal_without_bounds_is_turned_as_it_says():
    found = made(portals=[{"position": {"x": 5, "y": 2.5}, "rotation": 1.570796, "closed": True, "freestanding": True}])

    assert (Edge("door", 5, 2, 5, 3),) == found.edges


def test_objects_block_as_walls_do_and_small_ones_are_counted():
    barrel = line((4.6, 4.6), (5.4, 4.6), (5.4, 5.4), (4.6, 5.4), (4.6, 4.6))
    house = line((1, 1), (3, 1), (3, 3), (1, 3), (1, 1))

    found = made(objects_line_of_sight=[barrel, house, barrel])

    assert {(1, 1, 3, 1), (1, 3, 3, 3), (1, 1, 1, 3), (3, 1, 3, 3)} == {
        (edge.x1, edge.y1, edge.x2, edge.y2) for edge in found.edges
    }
    assert (("objects that lie between no two squares of the map", 2), ("picture", 1)) == found.ignored


@pytest.mark.parametrize(
    ("colour", "level"),
    [("ffffffff", "bright"), ("00ffffff", "bright"), ("ff808080", "dim"), ("FF202030", "dark"), ("ff0000", "dark")],
)
def test_the_ambient_light_is_as_light_as_its_colour(colour, level):
    assert level == made(environment={"ambient_light": colour}).ambient


def test_a_colour_that_is_none_is_told_and_says_nothing():
    found = made(environment={"ambient_light": "white"})

    assert None is found.ambient
    assert ("`environment.ambient_light` is no colour such as ff808080",) == found.warnings


@pytest.mark.parametrize(
    ("range_squares", "bright_ft", "dim_ft"), [(1, 5, 0), (4, 10, 10), (5, 15, 10), (7.6, 20, 20), (9999, 500, 500)]
)
def test_the_inner_half_of_a_lights_range_is_bright(range_squares, bright_ft, dim_ft):
    found = made(lights=[{"position": {"x": 2.5, "y": 3.5}, "range": range_squares}])

    assert (MapLight((2, 3), bright_ft, dim_ft),) == found.lights


def test_lights_off_the_map_and_doors_off_the_map_are_counted():
    found = made(
        lights=[{"position": {"x": -2, "y": 3}, "range": 4}, {"position": {"x": 2, "y": 3}, "range": 0}],
        portals=[portal((50, 2), (50, 3))],
        image=None,
    )

    assert () == found.lights
    assert (("doors off the map", 1), ("lights off the map", 1), ("lights that reach no square", 1)) == found.ignored


def test_a_size_that_is_no_whole_number_is_rounded_and_told():
    found = made(resolution={"map_size": {"x": 9.98, "y": 7.6}})

    assert (10, 8) == (found.width, found.height)
    assert ("the map is 9.98 x 7.6 squares: taken as 10 x 8",) == found.warnings


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert 10 == read(b"\xef\xbb\xbf" + json.dumps(WHOLE).encode()).width


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "the file is empty; export the map again"),
        (b"[]", "the file holds a list; a map is a JSON object: {...}"),
        (b"{}", "`resolution` is nothing; expected an object with its keys"),
        (b"\xff\xfe{}", "not UTF-8: the byte 0xff; export the map again"),
        (b'{"a": NaN}', "`NaN` is no number; write a number such as 12.5"),
        (b'{"a":' * 100_000, "nested too deep, or a number of thousands of digits; export the map again"),
        (b'{"a":' + b"9" * 9000 + b"}", "nested too deep, or a number of thousands of digits; export the map again"),
        ({"resolution": []}, "`resolution` is a list; expected an object with its keys"),
        ({"resolution": resolution(-3, 4)}, "a map of -3 x 4 squares; a map has at least one square"),
        ({"resolution": resolution(100_000, 100_000)}, "a map of 100000 x 100000 squares; at most 400 x 400"),
        ({"resolution": resolution("ten", 4)}, "`resolution.map_size.x` is a text; expected a number"),
        ({"resolution": resolution(True, 4)}, "`resolution.map_size.x` is true or false; expected a number"),
        ({"line_of_sight": {}}, "`line_of_sight` is an object; expected a list"),
        ({"line_of_sight": [[], 7]}, "`line_of_sight[1]` is a number; expected a list of points"),
        (
            {"line_of_sight": [[{"x": 1}]]},
            "`line_of_sight[0][0].y` is nothing; expected a number",
        ),
        ({"line_of_sight": [line((1, 1), (10**9, 1))]}, "`line_of_sight[0][1].x` is 1e+09; positions are in squares"),
        ({"portals": ["door"]}, "`portals[0]` is a text; expected an object with its keys"),
        ({"portals": [{"closed": "yes"}]}, "`portals[0].closed` is a text; expected true or false"),
        ({"portals": [{"bounds": line((1, 1))}]}, "`portals[0].bounds` has 1 points; a door has two ends"),
        ({"lights": [{"position": {"x": 1, "y": 1}}]}, "`lights[0].range` is nothing; expected a number"),
        ({"lights": [{}] * 501}, "501 lights; at most 500"),
    ],
)
def test_a_broken_file_is_refused_by_what_is_wrong_with_it(raw, message):
    assert message == refusal(raw)


def test_infinity_is_no_length():
    text = json.dumps(WHOLE).replace('"x": 10', '"x": 1e999')

    assert "`resolution.map_size.x` has no end; positions are in squares" == refusal(text.encode())


def test_broken_json_is_told_with_its_place():
    with pytest.raises(MapError) as refused:
        read(b'{\n "resolution": }')

    assert (1, 15) == (refused.value.line, refused.value.column)


@pytest.mark.parametrize(
    "raw",
    [
        json.dumps({**WHOLE, "line_of_sight": [line(*[(1, 2)] * 300_000)]}).encode(),
        b'{"a": [' + b"[]," * 1_700_000 + b"[]]}",
        b'{"resolution": ' + b'"' + b"x" * 20_000_000 + b'"}',
    ],
    ids=["5 MB of points", "5 MB of lists", "20 MB of text"],
)
def test_a_hostile_file_is_refused_within_a_second_and_little_memory(raw):
    tracemalloc.start()
    started = time.perf_counter()
    told = refusal(raw)
    took_s, (_, peak) = time.perf_counter() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert told.startswith(("more than", f"{len(raw)} bytes"))
    assert took_s < 1
    assert peak < 3 * len(raw)


def test_some_hundred_thousand_points_are_read_within_a_few_seconds():
    wave = [(2 + index / 20_000, 4 + (index % 7) / 10) for index in range(99_000)]

    started = time.perf_counter()
    found = made(line_of_sight=[line(*wave)])

    assert 10 == found.width
    assert time.perf_counter() - started < 5


def test_an_environment_that_is_no_object_is_refused_and_one_of_nothing_is_missing():
    assert "`environment` is a number" in refusal({"environment": 5})
    assert "the file has no `environment.ambient_light`" in made(environment=None).warnings


def test_a_key_that_is_written_twice_is_warned_of_and_the_last_one_counts():
    whole = json.dumps(WHOLE)

    found = read(whole[:-1].encode() + b', "lights": [], "environment": {"ambient_light": "ff000000"}}')

    assert "dark" == found.ambient
    assert (
        "the key `environment` is written twice in one object: the last one counts",
        "the key `lights` is written twice in one object: the last one counts",
    ) == tuple(sorted(found.warnings))


@pytest.mark.parametrize(("pixels", "warnings"), [(70, 0), (0, 1), (-70, 1)])
def test_a_square_of_no_pixels_is_warned_of(pixels, warnings):
    found = made(resolution={**resolution(4, 4), "pixels_per_grid": pixels})

    assert warnings * (f"`resolution.pixels_per_grid` is {pixels}: no square is that large; it is not used",) == (
        found.warnings
    )


@pytest.mark.parametrize("text", [b"", b" \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_called_so(text):
    assert "the file is empty" in refusal(text)
