"""What can be read on a picture."""

from xml.etree import ElementTree


def words_on(picture: str) -> list[str]:
    """The words of an SVG. Its lines may differ a little from machine to machine."""
    texts = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    return sorted({"".join(text.itertext()).strip() for text in texts})
