import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The mistakes found in one declaration.
///
/// Both roles of `@Table` find the same mistakes, and only one emits the report: that of the extension,
/// which the compiler always expands. It expands the members of an enum only where it needs them.
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

extension FixIt {
    /// A fix-it that replaces one node.
    init(_ id: String, _ message: String, _ old: some SyntaxProtocol, _ new: some SyntaxProtocol) {
        self.init(
            message: Message(id: id, message: message),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}
