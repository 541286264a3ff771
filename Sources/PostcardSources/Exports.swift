// Users of FolderSource get its type of paths by importing PostcardSources alone.
@_exported public import struct SystemPackage.FilePath
