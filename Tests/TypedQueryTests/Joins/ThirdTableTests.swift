import DataLiteMacros
import Testing

@Table private struct Orchard: Identifiable {
    let id: Int
    var name = ""
}

@Table private struct OrchardTree: Identifiable {
    let id: Int
    var orchardID = 0
    var gardenerID: Int?
}

@Table private struct Gardener: Identifiable {
    let id: Int
    var name = ""
}

/// Each query and what follows it are one expression.
@Suite("Joins of three tables")
struct ThirdTableTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Orchard.createTable().execute(db)
        try OrchardTree.createTable().execute(db)
        try Gardener.createTable().execute(db)
        try Orchard.insert { Orchard(id: 1, name: "North") }.execute(db)
        try OrchardTree.insert {
            OrchardTree(id: 1, orchardID: 1, gardenerID: 1)
            OrchardTree(id: 2, orchardID: 1)
        }.execute(db)
        try Gardener.insert { for id in 1...2 { Gardener(id: id, name: "G\(id)") } }.execute(db)
    }

    @Test("The rows of inner joins")
    func inner() throws {
        #expect(
            try Orchard.join(OrchardTree.all) { $0.id == $1.orchardID }
                .join(Gardener.all) { $1.gardenerID == $2.id }
                .fetchAll(db).map { $0.2.name } == ["G1"])
        #expect(
            try Orchard.join(OrchardTree.all) { $0.id == $1.orchardID }
                .join(Gardener.all) { $1.gardenerID == $2.id }
                .fetchOne(db)!.0.name == "North")
        let (orchard, tree, gardener) = try Orchard.join(OrchardTree.all) { $0.id == $1.orchardID }
            .crossJoin(Gardener.all).order { ($1.id.desc(), $2.id.desc()) }.fetchAll(db)[0]
        #expect((orchard.id, tree.id, gardener.id) == (1, 2, 2))
    }

    @Test("The rows of outer joins")
    func outer() throws {
        #expect(
            try Orchard.join(OrchardTree.all) { $0.id == $1.orchardID }
                .leftJoin(Gardener.all) { $1.gardenerID == $2.id }.order { ($1.id, $2.id) }
                .fetchAll(db).map { $0.2?.name } == ["G1", nil])
        #expect(
            try Orchard.join(OrchardTree.all) { $0.id == $1.orchardID }
                .rightJoin(Gardener.all) { $1.gardenerID == $2.id }.order { $2.id }
                .fetchAll(db).map { $0.1?.id } == [1, nil])
        #expect(
            try Orchard.join(OrchardTree.all) { $0.id == $1.orchardID }
                .fullJoin(Gardener.all) { $1.gardenerID == $2.id }.order { ($1.id, $2.id) }
                .fetchAll(db).map { $0.2?.name } == ["G2", "G1", nil])
    }
}
