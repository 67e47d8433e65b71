internal import CExpat

/// Registers callbacks that get the handler from the user data of expat, and call a method of the handler.
///
/// Closures in `@main` or in top-level code would check on every call that they run on the main actor.
extension ExpatParser {
    static func registerCallbacks(_ parser: XML_Parser, _ userData: UnsafeMutableRawPointer) {
        XML_SetUserData(parser, userData)
        XML_SetElementHandler(
            parser,
            { userData, name, attributes in
                guard let name, let attributes else { return }
                expatHandler(userData).pointee.startElement(name, attributes)
            },
            { userData, _ in
                expatHandler(userData).pointee.endElement()
            }
        )
        XML_SetCharacterDataHandler(parser) { userData, characters, count in
            guard let characters else { return }
            expatHandler(userData).pointee.text(characters, count)
        }
        XML_SetProcessingInstructionHandler(parser) { userData, target, data in
            guard let target, let data else { return }
            expatHandler(userData).pointee.processingInstruction(target, data)
        }
        XML_SetXmlDeclHandler(parser) { userData, version, encoding, standalone in
            expatHandler(userData).pointee.declare(version: version, encoding: encoding, standalone: standalone)
        }
        registerEntityCallbacks(parser, userData)
    }

    static func registerCallbacks(_ parser: XML_Parser, _ plan: Plan) {
        let rules = plan.rules
        if rules.otherNodes.contains(.cdata) || rules.dropsLayout {
            XML_SetCdataSectionHandler(
                parser,
                { userData in expatHandler(userData).pointee.startCDATA() },
                { userData in expatHandler(userData).pointee.endCDATA() }
            )
        }
        if rules.otherNodes.contains(.comments) {
            XML_SetCommentHandler(parser) { userData, text in
                guard let text else { return }
                expatHandler(userData).pointee.comment(text)
            }
        }
        if rules.dropsLayout {
            XML_SetCharacterDataHandler(parser) { userData, characters, count in
                guard let characters else { return }
                expatHandler(userData).pointee.textBesideLayout(characters, count)
            }
        }
        if plan.roles.form.keepsOuterSpace {
            XML_SetDefaultHandlerExpand(parser) { userData, characters, count in
                guard let characters else { return }
                expatHandler(userData).pointee.outerText(characters, count)
            }
        }
        if plan.limits[.result] < .max {
            XML_SetEndElementHandler(parser) { userData, _ in
                expatHandler(userData).pointee.endElementOfLimitedResult()
            }
        }
        if plan.input.entities == .html {
            XML_UseForeignDTD(parser, XML_Bool(XML_TRUE))
        }
        if plan.paths.watchesMarkup { registerMarkupCallbacks(parser) }
    }

    private static func registerMarkupCallbacks(_ parser: XML_Parser) {
        XML_SetElementHandler(
            parser,
            { userData, name, attributes in
                guard let name, let attributes else { return }
                expatHandler(userData).pointee.startElement(name, attributes)
                expatHandler(userData).pointee.showStartTag(attributes)
            },
            { userData, _ in
                expatHandler(userData).pointee.showEndTag()
                expatHandler(userData).pointee.endElement()
            }
        )
        XML_SetCharacterDataHandler(parser) { userData, characters, count in
            guard let characters else { return }
            expatHandler(userData).pointee.text(characters, count)
            expatHandler(userData).pointee.showContent(.text)
        }
        // The default handler receives comments and the ends of CDATA sections, because they have no other handlers.
        XML_SetDefaultHandlerExpand(parser) { userData, _, _ in expatHandler(userData).pointee.showContent(.other) }
    }

    private static func registerEntityCallbacks(_ parser: XML_Parser, _ userData: UnsafeMutableRawPointer) {
        XML_SetStartDoctypeDeclHandler(parser) { userData, name, _, _, _ in
            guard let name else { return }
            expatHandler(userData).pointee.startDoctype(name)
        }
        XML_SetEndDoctypeDeclHandler(parser) { userData in
            expatHandler(userData).pointee.endDoctype()
        }
        XML_SetSkippedEntityHandler(parser) { userData, name, isParameterEntity in
            guard let name else { return }
            expatHandler(userData).pointee.skipEntity(name, isParameterEntity: isParameterEntity != 0)
        }
        // By default, expat passes the parser instead of the user data to the handler of external entities.
        XML_SetExternalEntityRefHandlerArg(parser, userData)
        // A reference without a context is to the external subset, or to a parameter entity in another file. A parser
        // need not read these files (XML 1.0, section 5.1). Expat must read the document's own parameter entities,
        // because their declarations count.
        XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS)
        XML_SetExternalEntityRefHandler(parser) { userData, context, _, _, _ in
            let handler = expatHandler(userData.map { UnsafeMutableRawPointer($0) })
            let continues = context == nil ? handler.pointee.meetExternalSubset() : handler.pointee.meetExternalEntity()
            return continues ? 1 : 0
        }
        XML_SetEntityDeclHandler(parser) { userData, name, isParameterEntity, text, count, _, _, _, _ in
            guard let name else { return }
            expatHandler(userData).pointee.declareEntity(
                name,
                text.map { UnsafeRawBufferPointer(start: $0, count: Int(count)) },
                isParameterEntity: isParameterEntity != 0
            )
        }
        XML_SetAttlistDeclHandler(parser) { userData, element, attribute, _, defaultValue, _ in
            guard let element, let attribute else { return }
            expatHandler(userData).pointee.declareAttribute(element, attribute, hasDefault: defaultValue != nil)
        }
    }
}

@inline(__always)
private func expatHandler(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<ExpatEventHandler> {
    // The user data is set before these functions are registered, and the handler lives until the parser is freed.
    userData.unsafelyUnwrapped.assumingMemoryBound(to: ExpatEventHandler.self)
}
