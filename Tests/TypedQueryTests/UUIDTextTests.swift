import DataLiteMacros
import Foundation
import Testing

@Table private struct Voucher: Equatable, Identifiable {
    let id: Int
    @Column(as: UUID.BytesRepresentation?.self) var code: UUID?
}

@DatabaseFunction private func voucherText(_ code: UUID?) -> String { code?.uuidString ?? "none" }

@Selection private struct VoucherStep: Equatable {
    let id: Int
    var previous: UUID?
}

@Suite("UUIDs that are stored as bytes, as text")
struct UUIDTextTests {
    private let db: Connection
    private static let codes = (1...3).map {
        UUID(uuidString: "0000000\($0)-0000-0000-0000-0000000000AB")
    }

    init() throws {
        db = try Connection(location: .inMemory)
        try Voucher.createTable().execute(db)
        try Voucher.insert {
            for index in 0..<3 { Voucher(id: index + 1, code: Self.codes[index]) }
            Voucher(id: 4)
        }.execute(db)
        try db.add(function: $voucherText)
    }

    @Test("A window function sees all rows")
    func window() throws {
        let texts = Voucher.order(by: \.id).select {
            $voucherText($0.code.lag().over(orderBy: $0.id))
        }
        let expected = [nil] + Self.codes
        #expect(try texts.fetchAll(db) == expected.map { $0?.uuidString ?? "none" })
        let steps = Voucher.order(by: \.id).select {
            VoucherStep.Columns(id: $0.id, previous: $0.code.lag().over(orderBy: $0.id))
        }
        #expect(try steps.fetchAll(db).map(\.previous) == expected)
    }

    @Test("An aggregate is computed for all rows")
    func aggregate() throws {
        #expect(
            try Voucher.select { $voucherText($0.code.max()) }.fetchOne(db)
                == Self.codes[2]?.uuidString)
        let step = Voucher.select {
            VoucherStep.Columns(id: $0.id.count(), previous: $0.code.min())
        }
        #expect(try step.fetchRequired(db) == VoucherStep(id: 4, previous: Self.codes[0]))
    }

    @Test("JSON contains the text")
    func json() throws {
        let array = Voucher.where { $0.id != 2 }.select {
            $0.code.jsonGroupArray() as SQLExpression<JSONText>
        }
        let text = try array.fetchRequired(db)
        #expect(
            text == """
                ["00000001-0000-0000-0000-0000000000AB","00000003-0000-0000-0000-0000000000AB",null]
                """)
        let object = Voucher.find(1).select { jsonObject(("code", $0.code)) }
        #expect(
            try object.fetchRequired(db) == #"{"code":"00000001-0000-0000-0000-0000000000AB"}"#
        )
    }

    @Test("A subquery is computed once")
    func subquery() throws {
        let query = Voucher.find(4).select { voucher in
            $voucherText(
                Voucher.where { $0.id < voucher.id }.order { $0.id.desc() }.limit(1).select(\.code)
                    .scalar())
        }
        #expect(try query.fetchOne(db) == Self.codes[2]?.uuidString)
        #expect(try query.sql().text.components(separatedBy: "LIMIT").count == 2)
    }
}
