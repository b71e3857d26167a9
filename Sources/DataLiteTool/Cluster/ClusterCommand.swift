import ArgumentParser

/// `datalite cluster`
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Show and change the members of a cluster.",
        usage: "datalite cluster [status|assign|remove|lead] --node <host:port>",
        discussion: """
            Runs datalite-cluster, which must be in the same folder as datalite. It is a separate program, \
            because it needs the trait Cluster of the package.
            """)

    @Argument(
        parsing: .captureForPassthrough, help: "The arguments of datalite-cluster; try --help.")
    var arguments: [String] = []

    func run() throws {
        try Console.run { _ in try OtherProgram("datalite-cluster").run(arguments) }
    }
}
