// The Foundation of this platform; decision 8 says why it is a module.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
