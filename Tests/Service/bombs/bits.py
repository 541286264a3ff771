"""Bits in the two orders of image formats."""


class Bits:
    """Numbers with any number of bits, highest bit first, as in AV1 and HEVC."""

    def __init__(self):
        self.text = ""

    def put(self, value, count=1):
        self.text += f"{value:0{count}b}" if count else ""
        return self

    def many(self, *pairs):
        """Appends values with their numbers of bits. A bare number is one bit."""
        for pair in pairs:
            self.put(*pair) if isinstance(pair, tuple) else self.put(pair)
        return self

    def golomb(self, *values):
        """Appends exponential-Golomb codes, ue(v) of HEVC."""
        for value in values:
            self.put(value + 1, 2 * (value + 1).bit_length() - 1)
        return self

    def bytes(self, stop=False):
        """Returns the bits as bytes, padded with zeros, or with a one followed by zeros."""
        text = self.text + ("1" if stop else "")
        text += "0" * (-len(text) % 8)
        return int(text, 2).to_bytes(len(text) // 8, "big") if text else b""


class LowBits(Bits):
    """Numbers with the lowest bit first, as in JPEG XL."""

    def put(self, value, count=1):
        self.text += f"{value:0{count}b}"[::-1] if count else ""
        return self

    def bytes(self, stop=False):
        text = self.text + "0" * (-len(self.text) % 8)
        return b"".join(int(text[place : place + 8][::-1], 2).to_bytes(1, "big") for place in range(0, len(text), 8))
