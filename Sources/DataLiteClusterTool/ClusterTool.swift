#if Cluster
    import ArgumentParser
    import DataLiteCluster
    import Foundation

    /// `datalite-cluster`: the members of a cluster, from the command line. `datalite cluster` runs it.
    @main
    struct ClusterTool: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "datalite-cluster",
            abstract: "Show and change the members of a cluster of dqlite.",
            subcommands: [
                StatusCommand.self, AssignCommand.self, RemoveCommand.self, LeadCommand.self,
            ],
            defaultSubcommand: StatusCommand.self)
    }

    /// How the cluster is reached.
    struct ClusterOptions: ParsableArguments {
        @Option(
            name: .customLong("node"),
            help: "The address of a node: host:port. Repeat it for others.")
        var nodes: [String] = []

        @Option(help: "The file of members that a client of the cluster keeps.")
        var membersFile: String?

        @Option(help: "The certificate of this client, in PEM.")
        var certificate: String?

        @Option(help: "The private key of the certificate, in PEM.")
        var key: String?

        @Option(help: "The certificate of the authority, in PEM.")
        var authority: String?

        @Flag(help: "Allow addresses of other machines without certificates.")
        var allowPlainNetwork = false

        @Option(help: "How long to look for a leader, in seconds.")
        var timeLimit = 10.0

        func validate() throws {
            guard !nodes.isEmpty || membersFile != nil else {
                throw ValidationError("name a node with --node, or a file with --members-file")
            }
            let files = [certificate, key, authority]
            guard files.allSatisfy({ $0 == nil }) || files.allSatisfy({ $0 != nil }) else {
                throw ValidationError("TLS needs --certificate, --key and --authority")
            }
            guard timeLimit > 0, timeLimit < 1e9 else {
                throw ValidationError("the time limit must be a positive number of seconds")
            }
        }

        func cluster() throws -> Cluster {
            var tls: ClusterTLS?
            if let certificate, let key, let authority {
                tls = try ClusterTLS(
                    certificate: certificate, privateKey: key, authority: authority)
            }
            return try Cluster(
                nodes: nodes,
                configuration: Cluster.Configuration {
                    $0.tls = tls
                    $0.membersFile = membersFile
                    $0.allowsPlainNetwork = allowPlainNetwork
                    $0.timeLimit = .seconds(timeLimit)
                })
        }

        /// Changes the cluster, and prints its members.
        func change(_ body: (Cluster) throws -> Void) throws {
            let cluster = try cluster()
            try body(cluster)
            print(try cluster.status().table)
        }
    }

    extension ClusterRole: ExpressibleByArgument {
        public init?(argument: String) {
            guard let role = Self.allCases.first(where: { $0.word == argument }) else { return nil }
            self = role
        }

        public static var allValueStrings: [String] { allCases.map(\.word) }

        var word: String {
            switch self {
            case .voter: "voter"
            case .standBy: "stand-by"
            case .spare: "spare"
            }
        }
    }

    extension ClusterStatus {
        /// The members, a line each.
        var table: String {
            let rows = members.sorted { $0.id < $1.id }.map { member in
                [
                    "\(member.id)", member.address, member.role.word,
                    member.id == leader.id ? "leader" : "",
                ]
            }
            let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
            return rows.map { row in
                var line = zip(row, widths).map { text, width in
                    text + String(repeating: " ", count: width - text.count)
                }.joined(separator: "  ")
                while line.last == " " { line.removeLast() }
                return line
            }.joined(separator: "\n")
        }
    }

    // MARK: - Commands

    struct StatusCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show the members, their roles and the leader.")

        @OptionGroup var options: ClusterOptions

        func run() throws { try options.change { _ in } }
    }

    struct AssignCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "assign", abstract: "Change the role of a node.")

        @Argument(help: "The number of the node.")
        var id: UInt64

        @Argument(help: "What the node does.")
        var role: ClusterRole

        @OptionGroup var options: ClusterOptions

        func run() throws { try options.change { try $0.assign(role, to: id) } }
    }

    struct RemoveCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a node from the cluster. Stop the node afterwards.")

        @Argument(help: "The number of the node.")
        var id: UInt64

        @OptionGroup var options: ClusterOptions

        func run() throws { try options.change { try $0.remove(id) } }
    }

    struct LeadCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lead", abstract: "Make another voter the leader.")

        @Argument(help: "The number of the node.")
        var id: UInt64

        @OptionGroup var options: ClusterOptions

        func run() throws { try options.change { try $0.transferLeadership(to: id) } }
    }
#else
    import Foundation

    @main
    enum ClusterTool {
        static func main() {
            FileHandle.standardError.write(
                Data("datalite-cluster needs the trait Cluster of the package DataLite\n".utf8))
            exit(1)
        }
    }
#endif
