// Importing PostcardLibrary also imports these targets.
@_exported public import PostcardDisk
@_exported public import PostcardFiles
@_exported public import PostcardIndex
