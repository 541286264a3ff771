// The Foundation of this platform. Decision 8 explains why it is a module.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
