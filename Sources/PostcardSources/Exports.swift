// With this export, users of FolderSource get its path type by importing only PostcardSources.
@_exported public import struct SystemPackage.FilePath
