import PlatformLibc

/// The number of processors, at least 1.
package var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
