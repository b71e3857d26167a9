/// The header of a database file: its first 100 bytes (<https://sqlite.org/fileformat.html>, section 1.3).
struct FileHeader: Equatable {
    static let length = 100

    let pageSize: Int
    let isWAL: Bool
    let reservedBytes: Int
    /// `nil` if the file was last written by a version of SQLite before 3.7.0.
    let pageCount: Int?
    let encoding: String
    let autoVacuum: String
    let userVersion: Int32
    let applicationID: UInt32
    /// The version of SQLite that last wrote the file: `3.40.1`.
    let writer: String

    /// The reason that bytes are not the header of a database.
    enum Failure: Error, Equatable {
        case otherFormat
        case tooShort(Int)
        case invalid(String)
    }

    init(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.prefix(16).elementsEqual("SQLite format 3\0".utf8) else { throw .otherFormat }
        guard bytes.count >= Self.length else { throw .tooShort(bytes.count) }
        func number(_ offset: Int) -> UInt32 {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageSize = size == 1 ? 65536 : size
        guard (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else {
            throw .invalid("the page size \(size) is not a power of two from 512 to 65536")
        }
        isWAL = bytes[19] == 2
        guard bytes[19] <= 2 else {
            throw .invalid("the file format version \(bytes[19]) is newer than SQLite knows")
        }
        guard bytes[21...23].elementsEqual([64, 32, 32]) else {
            throw .invalid("the payload fractions are not 64, 32 and 32")
        }
        reservedBytes = Int(bytes[20])
        // The count is valid only if the change counter is that of the version.
        pageCount = number(24) == number(92) && number(28) > 0 ? Int(number(28)) : nil
        encoding =
            switch number(56) {
            case 0, 1: "UTF-8"
            case 2: "UTF-16le"
            case 3: "UTF-16be"
            case let other: "unknown (\(other))"
            }
        autoVacuum = number(52) == 0 ? "none" : number(64) == 0 ? "full" : "incremental"
        userVersion = Int32(bitPattern: number(60))
        applicationID = number(68)
        let version = number(96)
        writer = "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
    }
}
