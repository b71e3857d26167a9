import ArgumentParser
import DataLite

@main
struct TodoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo", subcommands: [Add.self, Done.self, List.self])

    struct Options: ParsableArguments {
        @Option(help: "The file of the list.") var file = "todo.sqlite"
    }

    struct Add: ParsableCommand {
        @OptionGroup var options: Options
        @Argument var title: String

        func run() throws {
            print("added", try TodoList(path: options.file).add(title))
        }
    }

    struct Done: ParsableCommand {
        @OptionGroup var options: Options
        @Argument var id: Int

        func run() throws {
            guard try TodoList(path: options.file).finish(id) else {
                throw ValidationError("there is no open todo \(id)")
            }
        }
    }

    struct List: ParsableCommand {
        @OptionGroup var options: Options

        func run() throws {
            for todo in try TodoList(path: options.file).open() {
                print("\(todo.id)  \(todo.title)")
            }
        }
    }
}
