import DataLite
import DataLiteTesting
import Testing

@Suite("The samples of the guide to associations", .timeLimit(.minutes(20)))
struct AssociationSamples {
    // sample: associationTables
    @Table struct Project: Equatable, Identifiable {
        let id: Int
        var name: String
        var isOpen = true

        static let todos = hasMany(Todo.self, by: \.projectID)
        static let budget = hasOne(Budget.self, by: \.projectID)
    }

    @Table struct Budget: Equatable {
        var projectID: Int
        var euros: Int
    }

    @Table struct Todo: Equatable, Identifiable {
        let id: Int
        var projectID: Int
        var helperID: Int?
        var title: String
        var isDone = false

        static let project = belongsTo(Project.self, by: \.projectID)
        static let helper = belongsTo(Helper.self, by: \.helperID)
        static let taggings = hasMany(TodoTag.self, by: \.todoID)
        static let tags = taggings.through(TodoTag.tag)
    }

    @Table struct TodoTag: Equatable {
        var todoID: Int
        var tagID: Int

        static let tag = belongsTo(Tag.self, by: \.tagID)
    }

    @Table struct Tag: Equatable, Identifiable {
        let id: Int
        var name: String
    }

    @Table struct Helper: Equatable, Identifiable {
        let id: Int
        var name: String
    }
    // end

    struct ProjectRow: Equatable, Sendable {
        let project: Project
        let todoCount: Int
    }

    private let database: TestDatabase

    init() throws {
        database = try TestDatabase()
        try database.write { db in
            try Project.createTable().execute(db)
            try Budget.createTable().execute(db)
            try Todo.createTable().execute(db)
            try TodoTag.createTable().execute(db)
            try Tag.createTable().execute(db)
            try Helper.createTable().execute(db)
            try db.execute(
                script: """
                    INSERT INTO projects VALUES (1, 'House', TRUE), (2, 'Book', FALSE);
                    INSERT INTO budgets VALUES (1, 900);
                    INSERT INTO todos VALUES
                        (1, 1, NULL, 'Paint', FALSE), (2, 1, 1, 'Measure', TRUE),
                        (3, 2, 1, 'Write', FALSE);
                    INSERT INTO tags VALUES (1, 'urgent'), (2, 'fun');
                    INSERT INTO todoTags VALUES (3, 2), (3, 1);
                    INSERT INTO helpers VALUES (1, 'Ada');
                    """)
        }
    }

    @Test("include children, counts and rows")
    func including() throws {
        try database.read { db in
            var lines: [String] = []
            func print(_ items: Any...) {
                lines.append(items.map { "\($0)" }.joined(separator: " "))
            }
            // sample: associationIncluding
            let projects = try Project.where(\.isOpen).order(by: \.name)
                .including(
                    Project.todos.where { !$0.isDone }.order(by: \.title).limit(3),
                    Project.todos.count,
                    Project.budget
                )
                .fetchAll(db)
            for (project, next, count, budget) in projects {
                print(project.name, next.map(\.title), count, budget?.euros ?? 0)
            }
            // end
            // sample: associationNested
            let tree = try Project.order(by: \.id)
                .including(
                    Project.todos.order(by: \.id).including(
                        Todo.tags.order(by: \.name), Todo.helper)
                )
                .fetchAll(db)
            for (project, todos) in tree {
                for (todo, tags, helper) in todos {
                    print(project.name, todo.title, tags.map(\.name), helper?.name ?? "nobody")
                }
            }
            // end
            #expect(
                lines == [
                    #"House ["Paint"] 2 900"#, "House Paint [] nobody", "House Measure [] Ada",
                    #"Book Write ["fun", "urgent"] Ada"#,
                ])
            // sample: associationSelect
            let titles = try Project.order(by: \.name)
                .including(
                    Project.todos.order(by: \.title).select(\.title),
                    Project.todos.where(\.isDone).select { ($0.id, $0[\.tags].count) }
                )
                .fetchAll(db)
            for (project, titles, done) in titles { print(project.name, titles, done.count) }
            // end
            #expect(lines.suffix(2) == [#"Book ["Write"] 0"#, #"House ["Measure", "Paint"] 1"#])
            let rows = try Project.order(by: \.id).including(Project.todos.count)
                .map { ProjectRow(project: $0, todoCount: $1) }
                .fetchAll(db)
            #expect(rows.map(\.todoCount) == [2, 1])
            // sample: associationConditions
            let busy = try Project.where { $0[\.todos].exists { !$0.isDone } }.fetchAll(db)
            let counts = try Project.order(by: \.id)
                .select { ($0.name, $0[\.todos].count) }.fetchAll(db)
            let pairs = try Todo.order(by: \.id).joining(Todo.project)
                .where { todo, project in project.isOpen }.fetchAll(db)
            // end
            #expect(busy.count == 2)
            #expect(counts.map(\.1) == [2, 1])
            #expect(pairs.map(\.0.id) == [1, 2])
            let longest = try Project.where { $0[\.todos].count >= 1 }
                .order { $0[\.todos].aggregate { $0.title.max() }.desc(nulls: .last) }
                .fetchAll(db)
            let firsts = try Project.order(by: \.id)
                .select {
                    ($0.name, $0.rows(of: Project.todos.where(\.isDone)).aggregate { $0.id.min() })
                }
                .fetchAll(db)
            let helped = try Todo.joining(Todo.project)
                .join(Helper.all) { todo, _, helper in todo.helperID == helper.id }
                .select { todo, project, helper in (project.name, todo.title, helper.name) }
                .fetchAll(db)
            #expect(longest.map(\.name) == ["Book", "House"])
            #expect(firsts.map(\.1) == [2, nil])
            #expect(helped.map(\.1) == ["Measure", "Write"])
        }
    }

    @Test("write through an association")
    func writing() throws {
        try database.write { db in
            // sample: associationWriting
            let project = try Project.find(1).fetchRequired(db)
            let open = try Project.todos.request(for: project).where { !$0.isDone }.fetchAll(db)

            let todo = open[0]
            let urgent = try Tag.find(1).fetchRequired(db)
            try Todo.tags.add([urgent], to: todo).execute(db)
            try Todo.tags.replace(with: [], of: todo).execute(db)
            // end
            #expect(try TodoTag.fetchCount(db) == 2)
        }
    }

    @Test("observe a query with associations as one value")
    func observing() async throws {
        let task = Task {
            for try await projects in database.values(of: Project.including(Project.todos)) {
                print(projects.map { "\($0.0.name): \($0.1.count)" })
            }
        }
        var values = database.values(of: Project.including(Project.todos)).makeAsyncIterator()
        #expect(try await values.next(within: .seconds(600)).map(\.1.count) == [2, 1])
        try await database.write { db in _ = try Todo.find(2).delete().execute(db) }
        #expect(try await values.next(within: .seconds(600)).map(\.1.count) == [1, 1])
        try await database.close()
        try await task.value
    }

    @Test("follow a query with associations with a property")
    func properties() {
        let limit = Duration.seconds(600)
        @FetchAll(Project.including(Project.todos), database: database, firstReadLimit: limit)
        var projects
        @FetchOne(
            Project.find(1).including(Project.todos.count), database: database,
            firstReadLimit: limit)
        var first
        #expect(projects.map(\.1.count) == [2, 1])
        #expect(first?.1 == 2)
    }
}
