import DataLiteMacros
import Foundation
import Testing

@Suite("JSON of rows")
struct RowJSONTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        for statement in [Shipment.createTable(), Depot.createTable(), Stamp.createTable()] {
            try statement.execute(db)
        }
        try Depot.insert {
            Depot(id: 1, title: "A")
            Depot(id: 2, title: "B")
        }.execute(db)
        try Shipment.insert { [Shipment.plain, .empty] }.execute(db)
    }

    @Test("An object has the values of the columns, groups as objects, and JSON as values")
    func object() throws {
        let json = try Shipment.find(1).select { $0.jsonObject().jsonMinified() }.fetchRequired(db)
        #expect(
            json == #"""
                {"id":1,"name":"a\u0000b\"\\\u0001é","isOpen":true,"weight":0.5,\#
                "sentAt":"2025-01-02 09:00:00.250","paidAt":1735808400,\#
                "code":"0A0B0C0D-0000-0000-0000-00000000000F",\#
                "key":{"hex":"0A0B0C0D00000000000000000000000F"},"data":{"hex":"00FF10"},\#
                "number":{"hex":"FFFFFFFFFFFFFFFF"},"tags":["x","\"y\""],"note_text":"n",\#
                "size":{"width":5,"isRound":false},\#
                "label":{"text":null,"size":{"width":6,"isRound":true}},\#
                "content":{"note":null,"file":{"hex":"01"},"size":null},"depotID":1}
                """#)
    }

    @Test("SQL of an object names each member and keeps every value")
    func sql() throws {
        #expect(
            try Depot.select { $0.jsonObject() }.sql().text
                == #"SELECT json_object(?, "depots"."id", ?, "depots"."title") FROM "depots""#)
        let stamps = Depot.leftJoin(Stamp.all) { $0.id == $1.shipmentID }.group { depot, _ in
            depot.id
        }
        .select { $1.jsonGroupArray(filter: $1.id > 0) }
        let text = try stamps.sql().text
        let array = """
            json_group_array(json_object(?, "stamps"."id", ?, "stamps"."shipmentID", ?, \
            json("stamps"."colors"), ?, CASE typeof("stamps"."printedAt") WHEN 'real' THEN \
            json(replace(quote("stamps"."printedAt"), 'Inf', '9e999')) WHEN 'blob' THEN \
            json_object('hex', hex("stamps"."printedAt")) ELSE "stamps"."printedAt" END)) \
            FILTER (WHERE "stamps"."id" > ? AND "stamps"."id" IS NOT NULL)
            """
        #expect(text.contains(array), "\(text)")
    }

    @Test("Objects and arrays are read as the rows, with every representation")
    func reading() throws {
        let rows = [Shipment.plain, .empty]
        #expect(try Shipment.order(by: \.id).select { $0.jsonObject() }.fetchAll(db) == rows)
        let arrays = try Shipment.select { ($0.jsonGroupArray(), $0.count()) }.fetchAll(db)
        #expect(arrays.map(\.0) == [rows])
        let alias = Shipment.as(OtherShipment.self).order(by: \.id).select { $0.jsonObject() }
        #expect(try alias.fetchAll(db) == rows)
        let common = With {
            Shipment.where { $0.id == 1 }
        } query: {
            $0.select { $0.jsonObject() }
        }
        #expect(try common.fetchAll(db) == [.plain])
        let size = Shipment.find(1).select {
            ShipmentSize.Columns(width: $0.id, isRound: $0.isOpen).jsonObject()
        }
        #expect(try size.fetchAll(db) == [ShipmentSize(width: 1, isRound: true)])
        let none = Shipment.where { $0.id < 0 }.select { $0.jsonGroupArray() }
        #expect(try none.fetchRequired(db).isEmpty)
    }

    @Test("A row of the optional side is NULL or left out where no row matches")
    func outerRows() throws {
        let depots = Depot.order(by: \.id).leftJoin(Shipment.all) { $0.id == $1.depotID }
        let objects = depots.order { $1.id }.select { ($0.id, $1.jsonObject()) }
        #expect(try objects.fetchAll(db).map(\.1) == [.plain, .empty, nil])
        let rows = depots.group { depot, _ in depot.id }
            .select { DepotRow.Columns(depot: $0, shipments: $1.jsonGroupArray()) }
        let found = try rows.fetchAll(db)
        #expect(found.map(\.depot) == [Depot(id: 1, title: "A"), Depot(id: 2, title: "B")])
        #expect(found.map { $0.shipments.sorted { $0.id < $1.id } } == [[.plain, .empty], []])
        let filtered = depots.group { depot, _ in depot.id }
            .select { $1.jsonGroupArray(filter: $1.isOpen ?? false) }
        #expect(try filtered.fetchAll(db) == [[.plain], []])
        let twice = Shipment.leftJoin(Depot.all) { shipment, _ in shipment.id > 0 }
            .select { ($1.jsonGroupArray(distinct: true), $1.jsonGroupArray()) }
        let counts = try #require(try twice.fetchOne(db))
        #expect(counts.0.count == 2 && counts.1.count == 4)
    }

    @Test("Rows in rows are read at every level")
    func nesting() throws {
        let inner = Depot.order(by: \.id).leftJoin(Shipment.all) { $0.id == $1.depotID }
            .group { depot, _ in depot.id }
            .select { DepotRow.Columns(depot: $0, shipments: $1.jsonGroupArray()) }
        let outer = inner.asTable().group(by: \.depot.id).order { $0.depot.id }.select {
            NestedDepotRow.Columns(depot: $0.depot.jsonObject(), rows: $0.jsonGroupArray())
        }
        let rows = try inner.fetchAll(db)
        #expect(
            try outer.fetchAll(db) == rows.map { NestedDepotRow(depot: $0.depot, rows: [$0]) })
        let sizes = Shipment.order(by: \.id).select { $0.size.jsonGroupArray(filter: $0.isOpen) }
        #expect(try sizes.fetchAll(db) == [[Shipment.plain.size]])
    }

    @Test("Rows of a Codable table are read by their columns as a JSON representation")
    func codableRows() throws {
        let stamps = [
            Stamp(id: 1, shipmentID: 1, colors: ["red"], printedAt: Shipment.plain.sentAt),
            Stamp(id: 2, shipmentID: 1),
        ]
        try Stamp.insert { stamps }.execute(db)
        let query = Shipment.order(by: \.id).leftJoin(Stamp.all) { $0.id == $1.shipmentID }
            .group { shipment, _ in shipment.id }
            .select { StampedShipment.Columns(shipment: $0, stamps: $1.jsonGroupArray()) }
        #expect(
            try query.fetchAll(db) == [
                StampedShipment(shipment: .plain, stamps: stamps),
                StampedShipment(shipment: .empty, stamps: []),
            ])
    }

    @Test("An order needs a library that orders aggregates")
    func order() throws {
        let ordered = Shipment.select { $0.jsonGroupArray(order: $0.id.desc()) }
        let two = Shipment.select { $0.jsonGroupArray(order: $0.name, $0.id, filter: $0.isOpen) }
        guard Connection.libraryVersionNumber < 3_044_000 else {
            #expect(try ordered.fetchAll(db) == [[.empty, .plain]])
            #expect(try two.fetchAll(db) == [[.plain]])
            return
        }
        let error = #expect(throws: SQLiteError.self) { try ordered.fetchAll(db) }
        #expect(error?.message.hasPrefix("ORDER BY in an aggregate function requires") == true)
        #expect(throws: SQLiteError.self) { try two.fetchAll(db) }
    }

    @Test(
        "A number keeps all its digits",
        arguments: [
            0.1, 1.0 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -0.0, 1, 1e22,
            9_007_199_254_740_994,
            .infinity, -.infinity, .pi * 1e-200,
        ])
    func numbers(number: Double) throws {
        try Shipment.find(1).update { $0.weight = number }.execute(db)
        let query = Shipment.find(1).select { ($0.weight, $0.jsonObject()) }
        let found = try query.fetchRequired(db)
        #expect(found.0 == number)
        #expect(found.1.weight == number)
        let written = JSONRow(found.1).sqliteValue
        #expect(JSONRow<Shipment>(written)?.value == found.1)
    }

    @Test("A value that does not fit is an error that names its place")
    func mismatches() throws {
        try db.execute("UPDATE shipments SET width = 'wide', depotID = 1 WHERE id = 1")
        let object = #expect(throws: SQLiteError.self) {
            try Shipment.find(1).select { $0.jsonObject() }.fetchAll(db)
        }
        #expect(object?.resultCode == .mismatch)
        let reason = "member \"size.width\": expected Int, found TEXT 'wide'"
        #expect(object?.message.hasSuffix(reason) == true)
        let array = #expect(throws: SQLiteError.self) {
            try Shipment.select { $0.jsonGroupArray() }.fetchAll(db)
        }
        #expect(array?.message.hasSuffix("row 1 of the array: \(reason)") == true)
    }

    @Test(
        "Text that is not the JSON of a row is no row",
        arguments: [
            "", "1", "null", "[", "[{}]", "{", "{}", #"{"id":1}"#, #"{"id":1,"title":}"#,
            #"{"id":1,"title":"a"#, #"{"id":1,"title":"\u12"}"#, #"{"id":1 "title":""}"#,
            #"{"id":1,"title":""}}"#, #"{"id":1,"title":""} x"#, #"{"id":{},"title":""}"#,
            #"{"id":--1,"title":""}"#,
        ])
    func malformed(text: String) {
        #expect(JSONRow<Depot>(.text(text)) == nil)
        #expect(text.isEmpty || JSONRows<Depot>(.text("[\(text)]")) == nil)
    }

    @Test("Text that is nested deeply is read without recursion")
    func depth() {
        for bracket in ["[", "{\"id\":"] {
            let text = String(repeating: bracket, count: 100_000)
            #expect(JSONRow<Depot>(.text("{\"id\":\(text)")) == nil)
            #expect(JSONRows<Depot>(.text(text)) == nil)
        }
    }
}
