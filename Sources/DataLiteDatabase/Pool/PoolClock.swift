import Foundation

/// The time for statistics and messages: read in a few nanoseconds, and a few milliseconds old.
enum PoolClock {
    /// In nanoseconds.
    static var now: UInt64 {
        #if canImport(Darwin)
            clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX)
        #else
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        #endif
    }
}
