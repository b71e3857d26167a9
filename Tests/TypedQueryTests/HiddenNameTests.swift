import DataLiteMacros
import Testing

/// Types with the names of type aliases in the generated types.
enum HiddenNames {
    @Table("models") struct Model: Equatable, Identifiable {
        let id: Int
        var name = "none"
        var parentID: Model.ID?
    }

    @Table("outputs") public struct Output: Equatable, Identifiable {
        public let id: Int
        public var text = ""
        public var sourceID: Output.ID?
    }

    @Selection struct Pair: Equatable {
        var model: Model
        var output: Output?
    }
}

enum HiddenGroups {
    @Selection struct Model: Equatable {
        var maker = ""
        var year: Int?
    }

    @Selection enum Output: Equatable {
        case text(String)
        case model(Model)
    }

    @Table("hidden_cars") struct Car: Equatable {
        let id: Int
        var model: Model
        @Column(prefix: "second_") var second: Model?
        @Column(prefix: "output_") var output: Output
    }
}

enum HiddenValues {
    enum Model: String, Codable, SQLiteRepresentable {
        case small
        case large
    }

    @Table("hidden_rooms") public struct Room: Equatable {
        let id: Int
        var model: Model = Model.large
        var output: Model? = .small
        @Column(as: JSONRepresentation<[Model]>.self) var models: [Model] = [Model.small]
    }

    @Table("hidden_media") enum Output: Equatable {
        case note(String)
        case model(Model)
    }

    @Selection struct Choice<Model: SQLiteRepresentable & Hashable & Sendable>: Equatable {
        var first: Model
        var second: Model?
    }
}

@Suite("A type named like an alias in the generated types")
struct HiddenNameTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("Tables named Model and Output are written, joined and read")
    func tables() throws {
        typealias Model = HiddenNames.Model
        typealias Output = HiddenNames.Output
        try Model.createTable().execute(db)
        try Output.createTable().execute(db)
        try Model.insert { Model.Draft(name: "a") }.execute(db)
        try Model.insert { Model.Draft(Model(id: 2, parentID: 1)) }.execute(db)
        try Output.insert { Output.Draft(text: "x", sourceID: nil) }.execute(db)
        #expect(
            try Model.where { $0.name == "a" }.fetchAll(db) == [
                Model(id: 1, name: "a")
            ])
        let pairs = Model.order(by: \.id).leftJoin(Output.all) { $0.id == $1.id }
            .select { HiddenNames.Pair.Columns(model: $0, output: $1) }
        let rows = try pairs.fetchAll(db)
        #expect(rows.map(\.model.id) == [1, 2])
        #expect(rows.map(\.output) == [Output(id: 1, text: "x"), nil])
        #expect(try Output.select(\.sourceID).fetchAll(db) == [nil])
        try Model.find(2).update { $0.name = "b" }.execute(db)
        #expect(try Model.find(2).fetchOne(db) == Model(id: 2, name: "b", parentID: 1))
    }

    @Test("Groups and choices named Model and Output are columns of a table")
    func groups() throws {
        typealias Car = HiddenGroups.Car
        try Car.createTable().execute(db)
        let car = Car(
            id: 1, model: .init(maker: "a", year: 1), second: nil, output: .model(.init(maker: "b"))
        )
        let other = Car(
            id: 2, model: .init(), second: .init(maker: "c"), output: .text("t"))
        try Car.insert {
            car; other
        }.execute(db)
        #expect(try Car.order(by: \.id).fetchAll(db) == [car, other])
        #expect(
            try Car.where { $0.model.maker == "a" }.select(\.output).fetchAll(db) == [car.output])
        try Car.find(1).update { $0.model = HiddenGroups.Model(maker: "d") }.execute(db)
        #expect(try Car.where { $0.model.maker == "d" }.select(\.id).fetchAll(db) == [1])
    }

    @Test("Values of types named Model and Output are stored, with their defaults")
    func values() throws {
        typealias Room = HiddenValues.Room
        typealias Media = HiddenValues.Output
        try Room.createTable().execute(db)
        try Media.createTable().execute(db)
        try Room.insert { Room.Draft() }.execute(db)
        #expect(try Room.all.fetchAll(db) == [Room(id: 1)])
        #expect(try Room.select(\.models).fetchAll(db) == [[.small]])
        try Media.insert {
            Media.note("n"); Media.model(.large)
        }.execute(db)
        #expect(try Media.all.fetchAll(db) == [.note("n"), .model(.large)])
        let choice = Room.select {
            HiddenValues.Choice<HiddenValues.Model>.Columns(first: $0.model, second: $0.output)
        }
        #expect(try choice.fetchAll(db) == [.init(first: .large, second: .small)])
    }
}
