import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A change on a mock")
struct ChangeMockTests {
    @Test("A change on a mock runs the same statements with the same parameters")
    func statements() throws {
        try withMock { mock in
            mock.expectExecute(
                #"INSERT INTO "names" ("id", "name") VALUES (?, ?), (?, ?)"#
            )
            .with(1, "a", 2, "b")
            mock.expectExecute(
                #"UPDATE "names" SET "name" = ? WHERE "names"."id" = ?"#
            ).with("c", 1)
            mock.expectQuery(
                #"DELETE FROM "names" WHERE "names"."id" = ? RETURNING "names"."name""#
            ).with(2).returning(["name": "b"])
            try Label.insert {
                Label(id: 1, name: "a")
                Label(id: 2, name: "b")
            }.execute(mock)
            try Label.find(1).update { $0.name = "c" }.execute(mock)
            let names = try Label.find(2).delete().returning(\.name).fetchAll(mock)
            #expect(names == ["b"])
        }
    }

    @Test("A change on a mock begins a transaction for several statements")
    func transaction() throws {
        try withMock { mock in
            mock.expectBegin(.immediate)
            mock.expectExecute(.any)
            mock.expectExecute(.any)
            mock.expectCommit()
            try Label.insert { for id in 1...80 { Label(id: id, name: nil) } }.execute(mock)
        }
    }
}
