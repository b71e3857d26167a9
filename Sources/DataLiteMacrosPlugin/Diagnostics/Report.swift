import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The diagnostics of one declaration.
///
/// Both roles of `@Table` find the same errors, but only the extension role emits the report, because the
/// compiler always expands it. It expands the members of an enum only when it needs them.
struct Report {
    private(set) var diagnostics: [Diagnostic] = []

    var hasErrors: Bool {
        diagnostics.contains { $0.diagMessage.severity == .error }
    }

    mutating func add(_ diagnostic: Diagnostic) {
        diagnostics.append(diagnostic)
    }

    func emit(in context: some MacroExpansionContext) {
        diagnostics.forEach(context.diagnose)
    }
}

/// The text of a diagnostic or of a fix-it.
struct Message: DiagnosticMessage, FixItMessage {
    let id: String
    let message: String
    var severity = DiagnosticSeverity.error

    var diagnosticID: MessageID { MessageID(domain: "DataLiteMacros", id: id) }
    var fixItID: MessageID { diagnosticID }
}

extension Diagnostic {
    init(
        _ id: String, _ node: some SyntaxProtocol, at position: AbsolutePosition? = nil,
        _ message: String, severity: DiagnosticSeverity = .error, fixIt: FixIt? = nil,
        fixIts: [FixIt] = []
    ) {
        self.init(
            node: node, position: position,
            message: Message(id: id, message: message, severity: severity),
            fixIts: [fixIt].compactMap(\.self) + fixIts)
    }
}

extension FixIt {
    /// A fix-it that replaces one node.
    init(_ id: String, _ message: String, _ old: some SyntaxProtocol, _ new: some SyntaxProtocol) {
        self.init(
            message: Message(id: id, message: message),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}
