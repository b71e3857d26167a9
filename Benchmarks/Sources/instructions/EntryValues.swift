/// The values of an entry except its key.
struct EntryValues: Codable {
    var x: Double
    var y: Double
    var text: String
    var number: Int64

    var checksum: Int { Int(x + y) + text.utf8.count + Int(number) }
}

extension EntryValues {
    /// The values of row number `k`.
    init(_ k: Int) {
        self.init(
            x: Double(k) * 0.5, y: Double(k) * 0.25, text: Self.texts[k % 100], number: Int64(k))
    }

    private static let texts = (0..<100).map { "text of row \(1_000_000_000_000 + $0)" }
}
