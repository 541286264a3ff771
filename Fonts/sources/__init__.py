"""The drawings and the machinery of the typeface Frankmark."""
