"""Maps drawn by other programs: Universal VTT, Tiled, and plain text. `encounter.maps.reading` reads any of them."""
