import DataLite
import DataLiteTesting
import Testing

@Suite("The samples of the guide to pages", .timeLimit(.minutes(20)))
struct PageSamples {
    // sample: pageTables
    @Table struct Message: Equatable, Identifiable {
        let id: Int
        var sender: String?
        var text: String
        var sentAt: Int
    }
    // end

    private let database: TestDatabase

    init() throws {
        database = try TestDatabase()
        try database.write { db in
            try Message.createTable().execute(db)
            try Message.insert {
                Message(id: 1, sender: nil, text: "Hello", sentAt: 1)
                Message(id: 2, sender: "Ada", text: "How are you?", sentAt: 2)
                Message(id: 3, sender: "Grace", text: "Good", sentAt: 3)
                Message(id: 4, sender: "Ada", text: "Bye", sentAt: 4)
            }.execute(db)
        }
    }

    @Test("Pages and their cursors")
    func pages() throws {
        var printed: [String] = []
        func print(_ items: Any...) {
            printed.append(items.map { "\($0)" }.joined(separator: " "))
        }
        try database.write { db in
            // sample: pages
            let messages = Message.where { $0.text != "" }.order { $0.sentAt.desc() }
            let first = try messages.page(size: 2).fetch(db)
            let second = try messages.page(after: first.next, size: 2).fetch(db)
            print(first.rows.map(\.text), second.rows.map(\.text))
            // ["Bye", "Good"] ["How are you?", "Hello"]
            // end
            // sample: pageCursors
            let link = first.next?.description ?? ""
            guard let cursor = PageCursor(link) else { return }
            let page = try messages.page(after: cursor, size: 2).withTotal().fetch(db)
            print(page.rows.map(\.id), page.total ?? 0, page.hasNext)  // [2, 1] 4 false
            // end
        }
        #expect(
            printed == [
                #"["Bye", "Good"] ["How are you?", "Hello"]"#, "[2, 1] 4 false",
            ])
    }

    @Test("All pages of a query")
    func loop() async throws {
        let database = database
        // sample: pageLoop
        var texts: [String] = []
        for try await page in database.pages(of: Message.order(by: \.id), size: 3) {
            texts += page.rows.map(\.text)
        }
        print(texts.count)  // 4
        // end
        #expect(texts == ["Hello", "How are you?", "Good", "Bye"])
    }

    @Test("Sections")
    func sections() throws {
        var printed: [String] = []
        func print(_ name: String, _ texts: [String]) { printed.append("\(name) \(texts)") }
        try database.write { db in
            // sample: sections
            for section in try Message.order(by: \.sentAt).sections(by: \.sender).fetchAll(db) {
                print(section.name ?? "system", section.map(\.text))
            }
            // system ["Hello"]
            // Ada ["How are you?", "Bye"]
            // Grace ["Good"]
            // end
        }
        #expect(
            printed == [
                #"system ["Hello"]"#, #"Ada ["How are you?", "Bye"]"#, #"Grace ["Good"]"#,
            ])
    }

    @Test("Reports of scans")
    func scans() throws {
        // sample: scanReports
        var configuration = Database.Configuration()
        configuration.reportScans(ofMoreThan: 1000) { scan in
            print("\(scan.rows) rows read by \(scan.sql)")
        }
        // end
        let database = try Database.inMemory(configuration: configuration)
        #expect(try database.read { db in try db.value("SELECT 1", as: Int.self) } == 1)
    }
}
