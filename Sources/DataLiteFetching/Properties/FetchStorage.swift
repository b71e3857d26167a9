#if canImport(SwiftUI)
    import SwiftUI
#endif

/// The storage of the state of a ``Fetch``, ``FetchAll`` or ``FetchOne`` property.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct FetchStorage<Value: Sendable>: Sendable {
    private(set) var state: _FetchState<Value>

    #if canImport(SwiftUI)
        /// SwiftUI keeps the first state, although it creates the view repeatedly.
        @State private var kept: _FetchState<Value>
    #endif

    init(
        _ initialValue: Value, _ database: (any DatabaseProtocol)?, _ firstReadLimit: Duration,
        _ isolation: (any Actor)?, _ source: @escaping _FetchState<Value>.Source
    ) {
        let request = _FetchState.Request(
            initialValue: initialValue, source: source, givenDatabase: database,
            firstReadLimit: firstReadLimit)
        let state = _FetchState(request, isolation)
        self.state = state
        #if canImport(SwiftUI)
            _kept = State(initialValue: state)
        #endif
    }
}

#if canImport(SwiftUI)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension FetchStorage: DynamicProperty {
        mutating func update() { state = kept }
    }
#endif
