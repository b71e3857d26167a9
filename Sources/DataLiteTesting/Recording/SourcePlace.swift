/// A place in the source of a test.
struct SourcePlace: Sendable {
    let fileID: StaticString
    var filePath: StaticString = ""
    let line: UInt
    var column: UInt = 0
}

extension SourcePlace: CustomStringConvertible {
    /// `UserTests.swift:21`
    var description: String {
        let file = "\(fileID)".split(separator: "/").last.map(String.init) ?? "\(fileID)"
        return "\(file):\(line)"
    }
}
