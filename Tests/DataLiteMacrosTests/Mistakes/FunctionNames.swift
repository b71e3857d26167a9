// The names of functions in Swift and other libraries. Below each line are the columns of its errors and the beginnings
// of their messages.
import DataLiteMacros
import DataLiteMoving
import Foundation

@Table struct Line: Identifiable {
    let id: Int
    var title: String
    var note: String?
    var date: Date
    var price: Double
}

func f1() { _ = Line.select { $0.date.julianday() } }
//                                    ^ 'julianday' has been renamed to 'julianDay(_:)'
func f2() { _ = Line.select { $0.date.unixepoch() } }
//                                    ^ 'unixepoch' has been renamed to 'unixEpoch(_:)'
func f3() { _ = Line.select { $0.title.lowercased() } }
//                                     ^ 'lowercased()' has been renamed to 'lower()'
func f4() { _ = Line.select { $0.note.uppercased() } }
//                                    ^ 'uppercased()' has been renamed to 'upper()'
func f5() { _ = Line.select { $0.title.lowercaseString } }
//                                     ^ 'lowercaseString' has been renamed to 'lower()'
func f6() { _ = Line.select { $0.title.uppercaseString } }
//                                     ^ 'uppercaseString' has been renamed to 'upper()'
func f7() { _ = Line.select { $0.title.trimmed() } }
//                                     ^ 'trimmed()' has been renamed to 'trim()'
func f8() { _ = Line.where { $0.title.startsWith("a") } }
//                                    ^ 'startsWith' has been renamed to 'hasPrefix(_:)'
func f9() { _ = Line.where { $0.title.endsWith("a") } }
//                                    ^ 'endsWith' has been renamed to 'hasSuffix(_:)'
func f10() { _ = Line.select { $0.title.localizedUppercased } }
//                                      ^ 'localizedUppercased' is unavailable: write 'upper()'
func f11() { _ = Line.select { $0.title.localizedLowercased } }
//                                      ^ 'localizedLowercased' is unavailable: write 'lower()'
func f12() { _ = Line.select { $0.title.capitalized } }
//                                      ^ 'capitalized' is unavailable: SQLite has no such func
func f13() { _ = Line.select { $0.title.localizedCapitalized } }
//                                      ^ 'localizedCapitalized' is unavailable: SQLite has no
func f14() { _ = Line.where { $0.title.localizedStandardContains("a") } }
//                                     ^ 'localizedStandardContains' is unavailable: write 'con
func f15() { _ = Line.where { $0.title.isEmpty } }
//                                     ^ 'isEmpty' is unavailable: write '$0.title == ""'
func f16() { _ = Line.order { $0.title.collating(.nocase) } }
//                                     ^ 'collating' has been renamed to 'collate(_:)'
func f17() { _ = Line.select { $0.title.substring(1, 2) } }
//                                      ^ 'substring' has been renamed to 'substr(_:_:)'
func f18() { _ = Line.select { $0.title.prefix(2) } }
//                                      ^ 'prefix' is unavailable: write 'substr(1, 3)' for the
func f19() { _ = Line.select { $0.title.suffix(2) } }
//                                      ^ 'suffix' is unavailable: write 'substr(-3)' for the l
func f20() { _ = Line.select { $0.price.average() } }
//                                      ^ 'average(distinct:filter:)' has been renamed to 'avg(
func f34() { _ = Line.select { $0.price.average } }
//                                      ^ 'average' has been renamed to 'avg()'
func f21() { _ = Line.select { $0.price.rounded() } }
//                                      ^ 'rounded()' has been renamed to 'round()'
func f22() { _ = Line.select { $0.price.absoluteValue } }
//                                      ^ 'absoluteValue' has been renamed to 'abs()'
func f23() { _ = Line.select { $0.price.magnitude } }
//                                      ^ 'magnitude' has been renamed to 'abs()'
func f24() { _ = Line.select { julianday($0.date) } }
//                             ^ 'julianday' is unavailable: write '$0.date.julianDay()'
func f25() { _ = Line.select { julianDay($0.date) } }
//                             ^ 'julianDay' is unavailable: write '$0.date.julianDay()'
func f26() { _ = Line.select { unixepoch($0.date) } }
//                             ^ 'unixepoch' is unavailable: write '$0.date.unixEpoch()'
func f27() { _ = Line.select { datetime($0.date) } }
//                             ^ 'datetime' is unavailable: write '$0.date.datetime()'
func f28() { _ = Line.select { dateTime($0.date) } }
//                             ^ 'dateTime' is unavailable: write '$0.date.datetime()'
func f29() { _ = Line.select { strftime("%Y", $0.date) } }
//                             ^ 'strftime' is unavailable: write '$0.date.strftime("%Y")'
func f30() { _ = Line.select { printf("%d", $0.id) } }
//                             ^ 'printf' has been renamed to 'format(_:_:)'
func f31() { _ = Line.where { like("a%", $0.title) } }
//                            ^ 'like' is unavailable: write '$0.title.like("a%")'
func f32() { _ = Line.where { glob("a*", $0.title) } }
//                            ^ 'glob' is unavailable: write '$0.title.glob("a*")'
