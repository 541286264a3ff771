// Importing PostcardLibrary also imports these targets, and `FilePath`.
@_exported public import PostcardDisk
@_exported public import PostcardFiles
@_exported public import PostcardIndex
@_exported public import struct SystemPackage.FilePath
