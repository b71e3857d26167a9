// Errors in associations. Below each line are the columns of its errors and the beginnings of their messages.
import DataLiteMacros
import Foundation

@Table struct Project: Identifiable {
    let id: Int
    var name = ""
    var ownerID: Int?

    static let todos = hasMany(Todo.self, by: \.projectID)
    static let owner = belongsTo(Person.self, by: \.ownerID)
}

@Table struct Todo: Identifiable {
    let id: Int
    var projectID: Int
    var title = ""
    var code: UUID

    static let project = belongsTo(Project.self, by: \.projectID)
    static let labels = hasMany(Label.self, by: \.todoID)
}

@Table struct Person: Identifiable {
    let id: Int
    var name = ""
}

@Table struct Label {
    var todoID: Int
    var name = ""
}

// MARK: - Declarations

func textAsForeignKey() { _ = Project.hasMany(Todo.self, by: \.title) }
//                                    ^ 'hasMany(_:by:)' is unavailable: the foreign key must have the type
func identifierAsForeignKey() { _ = Project.hasOne(Todo.self, by: \.code) }
//                                          ^ 'hasOne(_:by:)' is unavailable: the foreign key must have the
func textAsForeignKeyOfParent() { _ = Todo.belongsTo(Project.self, by: \.title) }
//                                         ^ 'belongsTo(_:by:)' is unavailable: the foreign key must have
func tableWithoutPrimaryKey() { _ = Label.hasMany(Todo.self, by: \.projectID) }
//                                        ^ 'hasMany(_:by:)' is unavailable: the foreign key must have the
func parentWithoutPrimaryKey() { _ = Todo.belongsTo(Label.self, by: \.projectID) }
//                                        ^ 'belongsTo(_:by:)' is unavailable: the foreign key must have
func columnsOfDifferentTypes() { _ = Project.hasMany(Todo.self, by: \.title, to: \.id) }
//                                                                               ^ cannot convert value of
func unknownForeignKey() { _ = Project.hasMany(Todo.self, by: \.projectId) }
//                                                            ^ value of type 'Todo.Columns' has no member
func throughAnotherTable() { _ = Project.todos.through(Project.owner) }
//                                             ^ instance method 'through' requires the types 'Todo' and

// MARK: - Queries

func anotherTable() { _ = Project.including(Todo.project) }
//                                ^ static method 'including' requires the types 'Project' and
func anotherTableOfQuery() {
    _ = Project.where { $0.name == "x" }.including(Project.todos, Todo.project)
    //                                   ^ instance method 'including' requires the types 'Project'
}
func anotherTableAsThird() {
    _ = Project.including(Project.todos, Project.owner, Todo.labels.count)
    //          ^ static method 'including' requires the types 'Project' and 'Todo' be equivalent
}
func nestedAnotherTable() { _ = Project.todos.including(Project.owner) }
//                                            ^ instance method 'including' requires the types 'Todo
func conditionOfAnotherTable() { _ = Project.where { $0.rows(of: Todo.labels).exists() } }
//                                                      ^ instance method 'rows(of:)' requires the types
func unknownAssociation() { _ = Project.where { $0[\.todoz].exists() } }
//                                                 ^ value of type 'KeyPath<Project.Columns.Model.Type, A>
func unknownColumnOfAssociation() { _ = Project.where { $0[\.todos].exists { $0.titel == "" } } }
//                                                                              ^ value of type 'Todo.Columns'
func joinOfAnotherTable() { _ = Project.joining(Todo.project) }
//                                      ^ static method 'joining' requires the types 'Project' and 'Todo'
func conditionAfterIncluding() { _ = Project.including(Project.todos).where { $0.id == 1 } }
//                                                                    ^ value of type
func cursor(_ db: Connection) throws { _ = try Project.including(Project.todos).fetchCursor(db) }
//                                                                              ^ 'fetchCursor' is unavailable
func requestForAnotherTable(_ person: Person) { _ = Project.todos.request(for: person) }
//                                                                             ^ cannot convert value of
func rowsOfAnotherTable(_ person: Person, _ project: Project) {
    _ = Project.todos.add([person], to: project)
    //                     ^ cannot convert value of type 'Person' to expected element type 'Todo'
}

func g8() { _ = Todo.joining(Todo.project).joining(Project.owner) }
//                                         ^ 'joining' is unavailable: join the next table with `join(Ot
func g9() { _ = Todo.joining(Todo.project).leftJoining(Project.owner) }
//                                         ^ 'leftJoining' is unavailable: join the next table with `lef
func g10() { _ = Project.where { $0[\.todos].count() > 1 } }
//                                                ^ 'callAsFunction()' is unavailable: the count of an a
