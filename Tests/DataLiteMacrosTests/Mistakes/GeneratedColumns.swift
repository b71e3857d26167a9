// Assignments of generated columns. Below each line are the columns of its errors and the beginnings of their messages.
import DataLiteMacros

@Table struct Parcel: Identifiable {
    let id: Int
    var width: Int
    @Column(generated: "width * 2") var doubled: Int
    @Column(generated: "'parcel ' || id", storage: .stored) var label: String?
}

func readGeneratedColumn() { _ = Parcel.all.update { $0.width = $0.doubled + $0.doubled } }
func assignedLiteral() { _ = Parcel.all.update { $0.doubled = 3 } }
//                                               ^ setter for 'subscript(dynamicMember:)' is unavailable: SQLite comput
func assignedValue(_ value: Int) { _ = Parcel.all.update { $0.doubled = value } }
//                                                         ^ setter for 'subscript(dynamicMember:)' is unavailable: SQL
func assignedColumn() { _ = Parcel.all.update { $0.doubled = $0.width } }
//                                              ^ setter for 'subscript(dynamicMember:)' is unavailable: SQLite compute
func assignedSum() { _ = Parcel.all.update { $0.doubled += 1 } }
//                                           ^ setter for 'subscript(dynamicMember:)' is unavailable: SQLite computes a
func assignedNull() { _ = Parcel.all.update { $0.label = nil } }
//                                            ^ setter for 'subscript(dynamicMember:)' is unavailable: SQLite computes
