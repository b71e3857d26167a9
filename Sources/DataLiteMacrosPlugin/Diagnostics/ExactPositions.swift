// The compiler takes the position of a diagnostic from the start of a node, and there is no node for a
// position inside a string literal. So the positions are corrected in the response to the compiler. The
// message types are not public API of swift-syntax. Without this file, diagnostics would be at the start of
// the literal.
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftDiagnostics
import SwiftSyntaxMacros

/// The positions of the diagnostics for the macro that is being expanded.
enum ExactPositions {
    // SAFETY: only `diagnose(at:)`, which macros call while they are expanded, and `handleMessage(_:)`
    // access it. `CompilerPluginMessageListener.main()` handles one message at a time on the main thread of
    // the plug-in's process, and expanding a macro starts no thread.
    nonisolated(unsafe) fileprivate static var offsets: [Int] = []
}

extension MacroExpansionContext {
    /// Emits a diagnostic at its position, which may be inside a token.
    func diagnose(at diagnostic: Diagnostic) {
        ExactPositions.offsets.append(diagnostic.position.utf8Offset)
        diagnose(diagnostic)
    }
}

/// Answers the compiler's messages.
struct ExactPositionHandler<Base: PluginMessageHandler>: PluginMessageHandler {
    let base: Base

    func handleMessage(_ message: HostToPluginMessage) -> PluginToHostMessage {
        ExactPositions.offsets = []
        let answer = base.handleMessage(message)
        guard case .expandFreestandingMacro(_, _, _, let syntax, _, _) = message,
            case .expandMacroResult(let source, var diagnostics) = answer,
            diagnostics.count == ExactPositions.offsets.count
        else { return answer }
        for (index, offset) in ExactPositions.offsets.enumerated() {
            diagnostics[index].position.offset = syntax.location.offset + offset
        }
        return .expandMacroResult(expandedSource: source, diagnostics: diagnostics)
    }

    func shutDown() throws { try base.shutDown() }
}
