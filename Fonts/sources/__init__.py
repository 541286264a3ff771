"""The drawings of the typeface Frankmark, and the tools that build it."""
