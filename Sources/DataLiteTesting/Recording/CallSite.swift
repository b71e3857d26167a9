/// The location in a test where a mock was created or an expectation was added.
struct CallSite: Sendable {
    let fileID: StaticString
    var filePath: StaticString = ""
    let line: UInt
    var column: UInt = 0
}

extension CallSite: CustomStringConvertible {
    /// `UserTests.swift:21`
    var description: String {
        let file = "\(fileID)".split(separator: "/").last.map(String.init) ?? "\(fileID)"
        return "\(file):\(line)"
    }
}
