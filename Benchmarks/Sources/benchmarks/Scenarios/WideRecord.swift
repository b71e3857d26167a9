import Foundation

/// A row of the wide table.
struct WideRecord: Codable {
    var id: Int64
    var a: Int64
    var b: Int64?
    var c: Double
    var d: Double?
    var e: String
    var f: String?
    var g: String
    var h: Data
    var i: Data?
    var j: Date
    var k: Date?
    var l: Bool
    var m: Int64

    var checksum: Double {
        let numbers = Double(id + a + (b ?? 0) + m) + c + (d ?? 0) + (l ? 1 : 0)
        let texts = e.utf8.count + (f?.utf8.count ?? 0) + g.utf8.count
        let dates = j.timeIntervalSince1970 + (k?.timeIntervalSince1970 ?? 0)
        return numbers + Double(texts + h.count + (i?.count ?? 0)) + dates
    }
}
