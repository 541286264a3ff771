// The parts of the library that lie in targets of their own: its users import PostcardLibrary alone.
@_exported public import PostcardDisk
@_exported public import PostcardFiles
@_exported public import PostcardIndex
