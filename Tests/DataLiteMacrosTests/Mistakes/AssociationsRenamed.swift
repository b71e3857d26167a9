// The names of GRDB for associations. Below each line are the columns of its errors and the beginnings of their
// messages.
import DataLiteMacros
import DataLiteMoving
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

// MARK: - Labels of GRDB

func f1() { _ = Todo.including(required: Todo.project) }
//                   ^ 'including(required:)' is unavailable: for rows with a
func f2() { _ = Todo.where { $0.id == 1 }.including(required: Todo.project) }
//                                        ^ 'including(required:)' is unavailable: for rows with a
func f3() { _ = Todo.including(optional: Todo.project) }
//                   ^ 'including(optional:)' is unavailable: write `including(association)`, or `lef
func f4() { _ = Todo.all.including(optional: Todo.project) }
//                       ^ 'including(optional:)' is unavailable: write `including(association)`, or
func f5() { _ = Project.including(all: Project.todos) }
//                      ^ 'including(all:)' has been renamed to 'including(_:)'
func f6() { _ = Project.all.including(all: Project.todos) }
//                          ^ 'including(all:)' has been renamed to 'including(_:)'
func f7() { _ = Todo.joining(required: Todo.project) }
//                   ^ 'joining(required:)' has been renamed to 'joining(_:)'
func f8() { _ = Todo.all.joining(required: Todo.project) }
//                       ^ 'joining(required:)' has been renamed to 'joining(_:)'
func f9() { _ = Todo.joining(optional: Todo.project) }
//                   ^ 'joining(optional:)' has been renamed to 'leftJoining(_:)'
func f10() { _ = Todo.all.joining(optional: Todo.project) }
//                        ^ 'joining(optional:)' has been renamed to 'leftJoining(_:)'

// MARK: - Aggregates of GRDB

func g1() { _ = Project.including(Project.todos.isEmpty) }
//                                              ^ 'isEmpty' is unavailable: write `where { !$0[\.ass
func g2() { _ = Project.including(Project.todos.max(\.title)) }
//                                              ^ 'max' is unavailable: write `aggregate { $0.column
func g3() { _ = Project.including(Project.todos.select(\.title).distinct()) }
//                                                              ^ 'distinct()' is unavailable: write `map { Set($0) }`
func g4() { _ = Project.where { $0[\.todos].isEmpty } }
//                                          ^ 'isEmpty' is unavailable: write `!$0[\.association].ex
func g5() { _ = Project.where { $0[\.todos].max { $0.title } == "x" } }
//                                          ^ 'max' is unavailable: write `aggregate { $0.column.max
func g6() { _ = Project.order { $0[\.todos].average { $0.id } } }
//                                          ^ 'average' is unavailable: write `aggregate { $0.column
func g7() { _ = Project.todos.filter { $0.title == "x" } }
//                            ^ 'filter' has been renamed to 'where(_:)'
