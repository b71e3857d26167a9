import DataLiteCore
import Testing

@Suite("A transaction type")
struct TransactionTypeTests {
    @Test(
        "A transaction type is its keyword, and can be created from it in any letter case",
        arguments: [
            (TransactionType.deferred, "DEFERRED"), (.immediate, "IMMEDIATE"),
            (.exclusive, "EXCLUSIVE"),
        ])
    func keyword(type: TransactionType, keyword: String) {
        #expect(type.rawValue == keyword)
        #expect("\(type)" == keyword)
        #expect(TransactionType(rawValue: keyword) == type)
        #expect(TransactionType(rawValue: keyword.lowercased()) == type)
    }

    @Test(
        "A transaction type is not created from other text", arguments: ["", "READ", "DEFERRED "])
    func unknown(text: String) {
        #expect(TransactionType(rawValue: text) == nil)
    }
}
