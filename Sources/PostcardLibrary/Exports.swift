// The targets and the type that users of the library get by importing PostcardLibrary alone.
@_exported public import PostcardDisk
@_exported public import PostcardFiles
@_exported public import PostcardIndex
@_exported public import struct SystemPackage.FilePath
