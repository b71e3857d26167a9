import Foundation

/// The clock for statistics and messages: reading it takes a few nanoseconds, with a resolution of a few milliseconds.
enum PoolClock {
    /// The current time in nanoseconds.
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
