import DataLiteCore

/// Says which reader is reading, so that a container kept beyond its statement's run can tell.
///
/// The standard library copies a container for each column, and a pointer into a pool of frames is
/// copied without counting references.
struct RowFrame {
    /// The number of the run; never the same twice.
    private(set) var run: UInt64 = 0

    /// The reader of the run, which gives its frame back before it goes.
    private(set) var reader: Unmanaged<RowReader>?

    private static let pool = FramePool<RowFrame>()

    static func take() -> UnsafeMutablePointer<RowFrame> { pool.take(RowFrame()) }

    mutating func begin(_ reader: RowReader) { self.reader = .passUnretained(reader) }

    mutating func end() {
        reader = nil
        run &+= 1
    }

    static func giveBack(_ frame: UnsafeMutablePointer<RowFrame>) { pool.giveBack(frame) }
}
