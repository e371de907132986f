"""Files that other programs wrote: bytes, text, JSON, XML and archives, read under limits, with every problem at its place."""
